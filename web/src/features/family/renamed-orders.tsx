import { useEffect, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { calledBy, type Renaming } from '../../domain/names.ts'
import { useAct } from '../../forms/use-act.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'

type Found = Value<'/api/invoice/person', 'post'>

/**
 * After a person was renamed, offers to correct the name in orders whose lists are still open; renders nothing if there
 * are none.
 */
export function RenamedOrders({ of, onLeave }: { of: Renaming; onLeave: () => void }) {
  const t = useT()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    let gone = false
    const ask = async () => {
      try {
        const result = await api.post('/api/invoice/person', { body: of })
        if (!gone && result.status === 200) setFound(result.value)
      } catch {
        // On failure the book keeps the new name; the orders can be corrected one by one.
      }
    }
    void ask()
    return () => {
      gone = true
    }
  }, [of])
  const change = useAct(
    (items: string[]) => api.put('/api/invoice/person', { body: { ...of, items } }),
    () => {
      toast({ text: 'family.renamed-done', type: 'success' })
      onLeave()
    },
  )
  if (!found || found.items.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="renamed-title" className="mb-8">
      <div role="status">
        <h2 id="renamed-title" className="mb-2 text-xl">
          {t('family.renamed-title')}
        </h2>
        <p>{t('family.renamed-text', { who: calledBy(of.from) })}</p>
      </div>
      <ul className="divide-y divide-line">
        {found.items.map((item) => (
          <li key={item.itemId} className="py-3">
            <Link to="member-profile-invoices-id" params={{ id: item.orderId }} className="link touch">
              {[item.title, item.optionTitle, item.number].filter(Boolean).join(' · ')}
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          kind="primary"
          pending={change.pending}
          onClick={() => void change.send(found.items.map(({ itemId }) => itemId))}
        >
          {t('family.renamed-yes')}
        </Button>
        <Button onClick={onLeave}>{t('family.renamed-no')}</Button>
      </div>
    </Panel>
  )
}
