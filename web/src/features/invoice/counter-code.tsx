import { useLocale, useT } from '../../i18n/context.tsx'
import { openHours } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'

/**
 * What the counter needs, also in print: the payment reference in large type and as a QR code, and the counter's
 * location.
 */
export function CounterCode(props: { codeUrl: string; reference: string }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  return (
    <div className="flex flex-col items-center gap-4 rounded-2xl bg-paper-2 p-5 text-center sm:flex-row sm:text-left">
      <img
        src={props.codeUrl}
        width={200}
        height={200}
        alt={t('invoice.code-alt', { reference: props.reference })}
        className="h-auto w-52 max-w-full rounded-xl bg-white"
      />
      <div className="min-w-0">
        <p className="text-ink-2">{t('invoice.reference')}</p>
        <p className="text-[min(1.875rem,8vw)] font-bold leading-tight tracking-wider break-all">{props.reference}</p>
        <p className="mt-2 text-lg">{t('invoice.code-text')}</p>
        <p className="mt-2 font-semibold">
          {[...new Set([site.chineseName, site.templeName])].filter(Boolean).join(' ')}
        </p>
        <p className="text-sm text-ink-2">
          {site.address}
          {site.hoursToday && <> · {t('invoice.open-today', { hours: openHours(locale, site.hoursToday) })}</>}
        </p>
      </div>
    </div>
  )
}
