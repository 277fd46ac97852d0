import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, openHours } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Today } from './today-queries.ts'

/** Today in both calendars, opening hours, and whether tomorrow will be busy. */
export function DayCard({ today }: { today: Today }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="flex items-stretch justify-between gap-4 lattice rounded-card bg-cinnabar-7 p-5 text-gold-1">
      <div className="space-y-1">
        <p className="font-semibold">{date(locale, today.now, 'day')}</p>
        {today.tomorrow && (
          <p className="font-display text-2xl font-bold text-gold-3">{t(`today.tomorrow-${today.tomorrow}`)}</p>
        )}
        {today.tomorrowBefore && (
          <p>
            {t('today.tomorrow-before', {
              count: today.tomorrowBefore.orders,
              sum: money(today.tomorrowBefore.came),
            })}
          </p>
        )}
        <p className="flex items-center gap-2">
          <Icon name="clock" size={18} className="shrink-0" />
          {today.open ? t('today.open', { hours: openHours(locale, today.open) }) : t('today.no-hours')}
        </p>
        {today.openTomorrow && <p>{t('today.open-tomorrow', { hours: openHours(locale, today.openTomorrow) })}</p>}
      </div>
      <p
        lang="zh-Hans"
        className="shrink-0 font-display text-2xl font-bold leading-tight text-gold-3 [writing-mode:vertical-rl]"
      >
        {today.lunar}
      </p>
    </section>
  )
}
