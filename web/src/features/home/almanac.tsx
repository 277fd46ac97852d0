import type { PageData } from '../../site/router/payload.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'

/**
 * Today in both calendars; `date` is a day in Singapore, `days` is the number of days until the next notable day (0 =
 * today).
 */
export type Today = PageData['home']['today']

/** A card with today's lunar day. */
export function Almanac(props: { today: Today }) {
  const t = useT()
  const locale = useLocale()
  const { next } = props.today
  return (
    <div className="card lattice overflow-hidden !bg-cinnabar-7 p-6 text-[#fdeccb] !shadow-lift">
      <div className="flex items-start justify-between gap-4 lg:h-full">
        <div className="flex h-full flex-col">
          <p className="text-sm font-semibold text-gold-3">{t('home.today')}</p>
          <p className="mt-1 text-lg font-semibold">{date(locale, props.today.date, 'day')}</p>
          {next && (
            <p className="mt-auto pt-4">
              <span className="block text-3xl font-bold leading-none text-gold-3">
                {next.days > 0 ? t('home.days', { count: next.days }) : t('home.today-is')}
              </span>
              <span className="mt-1.5 block">
                {next.days > 0 ? t('home.days-to', { label: next.label }) : next.label}
              </span>
            </p>
          )}
        </div>
        <p
          className="font-kai text-[2rem] font-bold leading-[1.15] tracking-[.12em] text-gold-3 [writing-mode:vertical-rl]"
          lang="zh-Hans"
        >
          {props.today.lunarMonthDay}
        </p>
      </div>
    </div>
  )
}
