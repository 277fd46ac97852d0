import { useLocale, useT } from '../../i18n/context.tsx'
import { date, openHours } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'

/** Where a banking app shows a transfer of that day, and whom to ask. */
export function SearchHelp({ at }: { at: string }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  return (
    <div className="rounded-2xl bg-paper p-4">
      <p className="font-bold">{t('checkout.find-title')}</p>
      <p>{t('checkout.find-text', { date: date(locale, at, 'short'), payee: site.payee })}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 border-t border-line pt-2">
        <TemplePhone />
        {site.hoursToday && <span>{openHours(locale, site.hoursToday)}</span>}
      </p>
    </div>
  )
}
