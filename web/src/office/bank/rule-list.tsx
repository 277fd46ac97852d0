import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { rulesQuery } from './bank-queries.ts'

type Rule = components['schemas']['BankRule']

/** The rules for recurring lines: their text, what such lines are, and a button to end each. */
export function RuleList() {
  const t = useT()
  const { data, error, refetch } = useQuery(rulesQuery)
  if (error && !data) return <Failed error={error} onAgain={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="rules" className="mt-8">
      <h2 id="rules" className="mb-1 text-2xl">
        {t('bank.rules')}
      </h2>
      <p className="mb-3 text-ink-2">{t('bank.rules-text')}</p>
      <ul className="card divide-y divide-line">
        {data.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  const t = useT()
  const locale = useLocale()
  const act = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/bank/rule/{id}/end', { params: { id: rule.id }, idempotencyKey }),
    () => {},
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-bold">
          {rule.words} · {t(keyFor('bank.ignore-', rule.reason))}
        </p>
        <p className="text-sm text-ink-2">
          {t(rule.incoming ? 'bank.in' : 'bank.out')} · {t('bank.rule-uses', { count: rule.uses })} · {rule.madeBy},{' '}
          {date(locale, rule.madeAt, 'short')}
        </p>
      </div>
      <Button kind="quiet" pending={act.pending} onClick={() => void act.send(null)}>
        {t(act.unsent ? 'common.try-again' : 'bank.rule-end')}
      </Button>
      <ActState act={act} />
    </li>
  )
}
