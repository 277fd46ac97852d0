import { useLocale, useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import { ageOf } from '../kit/format/age.ts'
import { useRoleWords } from '../kit/session/use-role-words.ts'
import { Link } from 'wouter'
import { addressOf, kinds } from './kinds.ts'
import type { Today } from './today-queries.ts'
import { waitingWords } from './waiting-words.ts'

/** Open tasks of other roles, with the role: an administrator may do them. */
export function WaitForOthers(props: { others: Today['others']; now: string; areas: readonly string[] }) {
  const t = useT()
  const locale = useLocale()
  const rolesOf = useRoleWords()
  return (
    <Card title={t('today.others')}>
      <ul className="divide-y divide-line">
        {props.others.map((one) => {
          const { what, since } = one
          const { heading, names } = waitingWords(t, locale, one, props.now)
          const age = since && what !== 'bank' && ageOf(since, Date.parse(props.now))
          const to = addressOf(one)
          const area = to.split(/[/?]/)[1] ?? ''
          return (
            <li key={what} className="flex gap-3 py-3">
              <Icon name={kinds[what].icon} className="mt-0.5 shrink-0 text-ink-2" />
              <div className="min-w-0 grow break-words">
                <p>
                  <strong>{heading}</strong>
                </p>
                {names && <p className="line-clamp-2">{names}</p>}
                <p className="text-ink-2">
                  {[rolesOf(one.for ?? []), age ? t(`today.oldest-${age.unit}`, { count: age.count }) : '']
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {props.areas.includes(area) && (
                <Link href={to} className="link self-start" aria-label={t(`today.${what}-go`)}>
                  {t('today.go')}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
