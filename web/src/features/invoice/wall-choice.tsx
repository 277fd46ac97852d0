import { useEffect, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useAct } from '../../forms/use-act.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast-store.ts'

export type WallItems = Value<'/api/invoice/{id}/wall', 'get'>

/**
 * Lets the member choose, for each item, whether its names are listed on the merit wall; renders nothing when no form
 * asked for it or there is no wall.
 */
export function WallChoice({ invoiceId, status }: { invoiceId: string; status: string }) {
  const t = useT()
  const [wall, setWall] = useState<WallItems>()
  useEffect(() => {
    let gone = false
    const ask = async () => {
      try {
        const result = await api.get('/api/invoice/{id}/wall', { params: { id: invoiceId } })
        if (!gone && result.status === 200) setWall(result.value)
      } catch {
        // On failure the order is shown without it.
      }
    }
    void ask()
    return () => {
      gone = true
    }
  }, [invoiceId, status])
  if (!wall || wall.items.length === 0) return null
  return (
    <section className="no-print p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t('common.wall-title')}</h2>
      <p className="text-ink-2">
        {t('wall.choice-text')} {!wall.shown && t('wall.choice-unpaid')}
      </p>
      {wall.items.map((item) => (
        <Choice key={item.id} invoiceId={invoiceId} item={item} onChange={setWall} />
      ))}
      <Link to="merit-wall" className="link touch">
        {t('wall.see')}
      </Link>
    </section>
  )
}

function Choice(props: { invoiceId: string; item: WallItems['items'][number]; onChange: (wall: WallItems) => void }) {
  const { invoiceId, item, onChange } = props
  const t = useT()
  const choose = useAct(
    (listed: boolean) =>
      api.put('/api/invoice/{id}/wall', { params: { id: invoiceId }, body: { itemId: item.id, listed } }),
    (wall, listed) => {
      onChange(wall)
      toast({ text: listed ? 'wall.choice-saved-on' : 'wall.choice-saved-off', type: 'success' })
    },
  )
  return (
    <Checkbox
      label={t('wall.choice', { names: item.names.join(t('wall.comma')) })}
      hint={[item.title, !item.asked && t('wall.not-asked')].filter(Boolean).join(' · ')}
      checked={item.listed}
      aria-disabled={choose.pending || undefined}
      onChange={({ target }) => void choose.send(target.checked)}
    />
  )
}
