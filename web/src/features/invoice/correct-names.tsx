import { useEffect, useRef, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import type { NamesEditor } from '../../forms/names-editor.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

type NamesOfOrder = Value<'/api/invoice/{id}/names', 'get'>
type NamesOfItem = NamesOfOrder['items'][number]
type Props = { invoiceId: string; status: string; createdAt: string; onSaved: () => Promise<void> }

/** Corrects the names of an order, item by item, until their list has closed; then it shows whom to call. */
export function CorrectNames({ invoiceId, status, createdAt, onSaved }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [names, setNames] = useState<NamesOfOrder>()
  const [editing, setEditing] = useState<{ item: string; Editor: typeof NamesEditor }>()
  useEffect(() => {
    let gone = false
    const ask = async () => {
      try {
        const result = await api.get('/api/invoice/{id}/names', { params: { id: invoiceId } })
        if (!gone && result.status === 200) setNames(result.value)
      } catch {
        // On failure the order is shown without it.
      }
    }
    void ask()
    return () => {
      gone = true
    }
  }, [invoiceId, status])
  const items = names?.items.filter(({ state }) => state === 'open' || state === 'closed') ?? []
  if (items.length === 0) return null
  // Few orders need a correction, so the form loads on demand.
  const edit = async (item: string) => {
    try {
      const { NamesEditor: Editor } = await import('../../forms/names-editor.tsx')
      setEditing({ item, Editor })
    } catch {
      toast({ text: 'message.unreachable', type: 'error' })
    }
  }
  const done = () => {
    setEditing(undefined)
    heading.current?.focus()
  }
  return (
    <section className="no-print p-5 sm:p-6">
      <h2 id="correct-heading" ref={heading} tabIndex={-1} className="mb-2 text-xl outline-none">
        {t('invoice.names-title')}
      </h2>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="py-3 first:pt-0 last:pb-0">
            {items.length > 1 && (
              <p className="font-bold">{[item.title, item.optionTitle].filter(Boolean).join(' · ')}</p>
            )}
            {editing?.item === item.id ? (
              <editing.Editor
                definition={item.definition}
                form={item.form}
                nameCapacity={item.nameCapacity}
                filledIn={Date.parse(createdAt)}
                labelledBy="correct-heading"
                send={(form) =>
                  api.put('/api/invoice/{id}/names', { params: { id: invoiceId }, body: { itemId: item.id, form } })
                }
                onLeave={done}
                onSaved={async (saved) => {
                  setNames(saved)
                  toast({ text: 'invoice.names-saved', type: 'success' })
                  await onSaved().catch(() => {})
                  done()
                }}
              />
            ) : (
              <State item={item} onEdit={() => void edit(item.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ item, onEdit }: { item: NamesOfItem; onEdit: () => void }) {
  const t = useT()
  const locale = useLocale()
  if (item.state === 'closed')
    return (
      <>
        <p>{t('invoice.names-closed')}</p>
        <TemplePhone />
      </>
    )
  return (
    <>
      <p className="text-ink-2">
        {item.until ? t('invoice.names-until', { date: dateTime(locale, item.until) }) : t('invoice.names-open')}
      </p>
      <Button icon="edit" className="mt-4" onClick={onEdit}>
        {t('invoice.names-edit')}
      </Button>
    </>
  )
}
