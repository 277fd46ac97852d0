import { useLocale, useT } from '../../i18n/context.tsx'
import { openHours } from '../../i18n/format.ts'
import { usePage } from '../router/payload.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { TextSize } from './text-size.tsx'

/** The dark strip at the top: whether the temple is open (or that this is a demonstration), text size, language. */
export function StatusStrip() {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  return (
    <aside aria-label={t('common.status')} className="no-print bg-lacquer text-gold-1">
      <div className="wrap flex items-center justify-between gap-x-1 text-sm leading-tight">
        {site.demo && (
          <a
            href="/demo/outbox"
            className="inline-flex h-11 items-center underline decoration-gold underline-offset-4 sm:hidden"
            data-reload
          >
            {t('common.demo-short')}
          </a>
        )}
        {(site.openToday || site.closedToday) && (
          <p className={`items-center gap-2 py-1 ${site.demo ? 'hidden sm:flex' : 'flex'}`}>
            <span
              className={`inline-block h-2.5 w-2.5 shrink-0 rounded-full ${site.openToday ? 'bg-[#8fd3a8]' : 'bg-gold'}`}
              aria-hidden="true"
            />
            <span>
              {t(site.openToday ? 'common.open-today' : 'common.closed-today')}{' '}
              {site.openToday && <span className="whitespace-nowrap">{openHours(locale, site.hoursToday)}</span>}
            </span>
          </p>
        )}
        <div className="-mr-1.5 ml-auto flex shrink-0 items-center sm:mr-0 sm:gap-4">
          <TextSize />
          <LanguageSwitch className="rounded-lg px-1.5 py-2 font-semibold sm:px-2.5 underline decoration-gold underline-offset-4 hover:bg-lacquer-2" />
        </div>
      </div>
    </aside>
  )
}
