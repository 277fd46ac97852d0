import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { shortDay } from '../kit/format/short-day.ts'
import type { Beside, Payment } from './payment-type.ts'

type Props = { payment: Payment; beside: string | undefined; onBeside: (beside: Beside | null) => void }

/** Earlier receipt images of the same order that were rejected, each with its reason. */
export function EarlierPictures({ payment, beside, onBeside }: Props) {
  const t = useT()
  const locale = useLocale()
  const earlier = payment.earlier ?? []
  if (earlier.length === 0) return null
  return (
    <ul aria-label={t('payments.earlier')} className="space-y-2 border-t border-line pt-2.5 text-sm">
      {earlier.map(({ paymentId, url, decidedAt, decidedBy, reason, note, differs }, at) => {
        const words = t('payments.rejected-at', {
          at: `${shortDay(locale, decidedAt)}${locale === 'zh' ? '' : ', '}${time(locale, decidedAt)}`,
        })
        const said = payment.reasons.find(({ code }) => code === reason)?.text[locale]
        const shown = url !== undefined && beside === url
        return (
          <li key={paymentId} className="flex items-center gap-3">
            {url && <img src={url} alt="" className="h-16 w-10 shrink-0 rounded bg-white object-cover object-top" />}
            <div className="min-w-0 grow leading-snug">
              <p className="font-bold">{words}</p>
              <p className="text-ink-2">
                {reason === 'other' ? '' : `${said} `}
                {note && <span className="whitespace-pre-line">{note}</span>}
              </p>
              {decidedBy && <p className="text-ink-2">{decidedBy}</p>}
            </div>
            {url && (
              <button
                type="button"
                className="link touch shrink-0"
                aria-pressed={shown}
                onClick={() =>
                  onBeside(
                    shown
                      ? null
                      : {
                          url,
                          invoiceNumber: t('payments.earlier-picture', { number: earlier.length - at }),
                          words,
                          differs,
                        },
                  )
                }
              >
                {t(shown ? 'payments.compare-end' : 'payments.compare')}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
