import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { nameOf, type Beside, type Lookalike } from './payment-type.ts'

/** A sentence that describes a look-alike and names the other order. */
export function useFlagWords(): (item: Lookalike) => string {
  const t = useT()
  return (item) => {
    const kind = item.kinds?.[0] ?? 'transfer'
    return t(`payments.flag-${kind}`, { order: nameOf(item) })
  }
}

/** A sentence for what became of the other transfer. */
export function useFateWords(): (item: Lookalike) => string {
  const t = useT()
  const locale = useLocale()
  return ({ status, decidedAt, decidedBy, createdAt }) => {
    if (status === 'unclaimed') return t('payments.unclaimed')
    if (!decidedAt) return t('payments.fate-waits', { date: shortDay(locale, createdAt) })
    const date = shortDay(locale, decidedAt)
    if (status !== 'approved' && status !== 'rejected') return t('payments.is-voided')
    return decidedBy
      ? t(`payments.fate-${status}-by`, { date, name: decidedBy })
      : t(`payments.fate-${status}`, { date })
  }
}

type Props = {
  items: readonly Lookalike[]
  /** The URL of the picture shown beside this payment's. */
  beside: string | undefined
  onBeside: (beside: Beside | undefined) => void
}

/** Other transfers that may be the same one, sent twice. Those that count as a warning are emphasised. */
export function Lookalikes({ items, beside, onBeside }: Props) {
  const t = useT()
  const words = useFlagWords()
  const fate = useFateWords()
  return (
    <ul className="space-y-2">
      {items.map((item) => {
        const { url } = item
        const shown = url !== undefined && beside === url
        return (
          <li
            key={item.paymentId ?? item.paymentReference}
            className={`flex items-start gap-3 rounded-xl border-l-4 px-3 py-2 leading-snug ${item.stops ? 'border-cinnabar bg-cinnabar-1 text-cinnabar-7' : 'border-gold-7 bg-gold-1'}`}
          >
            <Icon name="copy" size={22} className="mt-0.5 shrink-0" />
            <div className="min-w-0 grow">
              <p className="font-bold">{words(item)}</p>
              <p className="text-sm text-ink">
                {fate(item)}
                {item.paymentId && (
                  <>
                    {' · '}
                    <Link href={`/payments/${item.paymentId}`} className="link">
                      {t('payments.open-other')}
                    </Link>
                  </>
                )}
              </p>
            </div>
            {url && (
              <button
                type="button"
                className="link touch shrink-0 text-sm"
                aria-pressed={shown}
                onClick={() => onBeside(shown ? undefined : { ...item, url, words: fate(item) })}
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
