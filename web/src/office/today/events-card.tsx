import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dayOf, time } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import type { Today } from './today-queries.ts'
import { LunarDate } from '../kit/format/lunar-date.tsx'

/** Events of today and tomorrow; ritual staff also see the following ones. */
export function EventsCard({ today }: { today: Today }) {
  const t = useT()
  const locale = useLocale()
  const now = dayOf(today.now)
  const tomorrow = dayOf(Date.parse(today.now) + 86_400_000)
  const dayWords = (at: string) => {
    const day = dayOf(at)
    if (day <= now) return t('office.today')
    return day === tomorrow ? t('office.tomorrow') : date(locale, at, 'day')
  }
  return (
    <Card title={t('today.events')}>
      <ul className="divide-y divide-line">
        {today.events.map(({ key, title, place, startsAt, lunar, cancelled }) => (
          <li key={`${key} ${startsAt}`} className="flex gap-3 py-3">
            <Icon name="calendar" className="mt-0.5 shrink-0 text-ink-2" />
            <div className="min-w-0">
              <p>
                <strong>{dayWords(startsAt)}</strong>{' '}
                {cancelled ? <del>{title[locale] || title.en || title.zh}</del> : title[locale] || title.en || title.zh}
                {cancelled && ` ${t('today.event-cancelled')}`}
              </p>
              <p className="text-ink-2">
                {[time(locale, startsAt), place[locale] || place.en || place.zh].filter(Boolean).join(' · ')}
                {lunar && (
                  <>
                    {' · '}
                    <LunarDate>{lunar}</LunarDate>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
