import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { EventDetail } from './event.ts'
import { hours } from './when.ts'

/** Day in both calendars, hours and location. */
export function EventFacts({ event }: { event: EventDetail }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  const { chinese, month, day, leap } = event.lunarDate
  // English pages load brush font glyphs only for lunar days, so the year is left out.
  const lunarDay = locale === 'en' ? chinese.replace(/^.+年/, '') : chinese
  const rows: [IconName, string, string[]][] = [
    ['calendar', t('event.day'), [date(locale, event.startsAt)]],
    ['clock', t('event.time'), [hours(locale, event.startsAt, event.endsAt)]],
    ['pin', t('event.place'), [event.place, site.address].filter(Boolean)],
  ]
  return (
    <div className="card grid overflow-hidden sm:grid-cols-[1fr_auto]">
      <dl className="space-y-5 self-center p-6 text-lg sm:p-8">
        {rows.map(([icon, name, lines]) => (
          <div key={icon} className="relative pl-15">
            <dt className="text-sm font-semibold text-ink-2">
              <span className="absolute left-0 top-0.5 grid h-11 w-11 place-items-center rounded-full bg-jade-1 text-jade">
                <Icon name={icon} />
              </span>
              {name}
            </dt>
            {lines.map((line, i) => (
              <dd key={line} className={i === 0 ? 'font-bold' : 'text-base text-ink-2'}>
                {line}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <div className="lattice flex flex-wrap items-center justify-between gap-x-5 gap-y-1 bg-cinnabar-7 px-6 py-5 text-gold-3 sm:flex-row-reverse sm:flex-nowrap sm:justify-center sm:px-8">
        <p
          className="font-kai text-xl font-bold leading-tight sm:text-2xl sm:tracking-[.1em] sm:[writing-mode:vertical-rl]"
          lang="zh-Hans"
        >
          {lunarDay}
          {event.lunarDate.term && ` · ${event.lunarDate.term}`}
        </p>
        {locale === 'en' && month > 0 && (
          <p className="text-sm sm:max-w-36 text-[#fdeccb]">
            {t(leap ? 'event.lunar-day-leap' : 'event.lunar-day', { day, month })}
          </p>
        )}
      </div>
    </div>
  )
}
