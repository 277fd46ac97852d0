import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ActState } from '../../kit/act/act-state.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { valueOf } from '../../kit/session/session-gate.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import type { Summary } from '../record-queries.ts'

/**
 * Preview links that open the draft without an account: for seven days, or until disabled. A link is shown only once.
 */
export function LookLinks({ record }: { record: Summary }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [fresh, setFresh] = useState<string>()
  const path = { params: { id: record.id } }
  const key = ['record-looks', record.id]
  const query = useQuery({ queryKey: key, queryFn: () => valueOf(() => api.get('/api/admin/record/{id}/look', path)) })
  const make = useActOnce(
    (_: Record<string, never>, idempotencyKey) => api.post('/api/admin/record/{id}/look', { ...path, idempotencyKey }),
    ({ url }) => {
      setFresh(url)
      void client.invalidateQueries({ queryKey: key })
    },
  )
  const end = useActOnce(
    ({ look }: { look: string }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/look/{look}/end', { params: { id: record.id, look }, idempotencyKey }),
    (list) => {
      client.setQueryData(key, list)
      setFresh(undefined)
    },
  )
  return (
    <section aria-labelledby="look-links">
      <h3 id="look-links" className="flex items-center gap-2 font-bold">
        <Icon name="link" />
        {t('records.links')}
      </h3>
      <p className="mb-3 text-ink-2">{t('records.links-text')}</p>
      {fresh && (
        <p className="mb-3 flex flex-wrap items-center gap-3 rounded-2xl bg-jade-1 p-4">
          <span className="min-w-0 grow font-mono text-sm wrap-anywhere">{fresh}</span>
          <CopyButton text={fresh} of={t('records.links')} label={t('records.copy-link')} />
        </p>
      )}
      <Loaded query={query} lines={1}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map((look) => (
              <li key={look.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span>{t('records.link-until', { name: look.by.name, at: dateTime(locale, look.endsAt) })}</span>
                <Button kind="quiet" pending={end.pending} onClick={() => void end.send({ look: look.id })}>
                  {t('records.end-link')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button className="mt-2" icon="link" pending={make.pending} onClick={() => void make.send({})}>
        {t('records.make-link')}
      </Button>
      <ActState act={make} />
      <ActState act={end} />
    </section>
  )
}
