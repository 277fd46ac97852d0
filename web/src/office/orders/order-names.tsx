import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { NamesEditor } from '../../forms/names-editor.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Card } from '../kit/layout/card.tsx'
import { guarded, valueOf } from '../kit/session/session-gate.ts'
import { refresh } from '../kit/query/refresh.ts'

const namesQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id, 'names'],
    meta: { shows: ['money', 'ceremonies'] },
    queryFn: () => valueOf(() => api.get('/api/admin/invoice/{id}/names', { params: { id } })),
  })

/** Corrects an order's names at the counter: even on a closed list, until the rite is done. */
export function OrderNames({ id, createdAt }: { id: string; createdAt: string }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [editing, setEditing] = useState<string>()
  const edited = useRef<string>(undefined)
  useEffect(() => {
    // The focused form has closed: focus the button that opened it.
    if (!editing && edited.current) document.getElementById(`names-edit-${edited.current}`)?.focus()
    edited.current = editing
  }, [editing])
  const { data } = useQuery(namesQuery(id))
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('orders.names-title')}>
      <ul className="divide-y divide-line">
        {data.items.map((item) => (
          <li key={item.id} className="space-y-3 py-3 first:pt-0 last:pb-0">
            <p id={`names-of-${item.id}`} className="font-bold">
              {[item.title, item.optionTitle].filter(Boolean).join(' · ')}
            </p>
            {editing === item.id ? (
              <NamesEditor
                definition={item.definition}
                form={item.form}
                nameCapacity={item.nameCapacity}
                filledIn={Date.parse(createdAt)}
                labelledBy={`names-of-${item.id}`}
                send={(form) =>
                  guarded(() =>
                    api.put('/api/admin/invoice/{id}/names', { params: { id }, body: { itemId: item.id, form } }),
                  )
                }
                onLeave={() => setEditing(undefined)}
                onSaved={(saved) => {
                  client.setQueryData(namesQuery(id).queryKey, saved)
                  void refresh(client, 'money', 'ceremonies')
                  toast({ text: 'invoice.names-saved', type: 'success' })
                  setEditing(undefined)
                }}
              />
            ) : (
              <>
                <p className="text-ink-2">
                  {item.state === 'open' && item.until
                    ? t('orders.names-until', { date: dateTime(locale, item.until) })
                    : t(`orders.names-${item.state}`)}
                </p>
                {(item.state === 'open' || item.state === 'closed') && (
                  <Button id={`names-edit-${item.id}`} icon="edit" onClick={() => setEditing(item.id)}>
                    {t('invoice.names-edit')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
