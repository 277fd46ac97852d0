import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, thousands } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import type { Today } from './today-queries.ts'

/** Upcoming name lists: how many names are paid, and what to check before printing. */
export function GatheringsCard(props: { gatherings: Today['gatherings']; areas: readonly string[] }) {
  const t = useT()
  const locale = useLocale()
  const open = props.areas.includes('ceremonies')
  return (
    <Card title={t('today.gatherings')}>
      <ul className="divide-y divide-line">
        {props.gatherings.map(({ id, title, startsAt, closesAt, names, look, unpaid }) => {
          const name = title[locale] || title.en || title.zh
          const more = [
            look > 0 ? t('today.gathering-look', { count: look, shown: thousands(look) }) : '',
            unpaid > 0 ? t('today.gathering-unpaid', { count: unpaid, shown: thousands(unpaid) }) : '',
            closesAt ? t('today.gathering-closes', { at: dateTime(locale, closesAt) }) : t('today.gathering-closed'),
          ].filter(Boolean)
          return (
            <li key={id} className="flex gap-3 py-3">
              <Icon name="lamp" className="mt-0.5 shrink-0 text-ink-2" />
              <div className="min-w-0">
                <p>
                  <strong>{date(locale, startsAt, 'day')}</strong>{' '}
                  {open ? (
                    <Link href={`/ceremonies/${id}`} className="link">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </p>
                <p className="font-bold">{t('today.gathering-names', { count: names, shown: thousands(names) })}</p>
                {more.map((words) => (
                  <p key={words} className="text-ink-2">
                    {words}
                  </p>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
