import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Lookalike } from './payment-type.ts'

type Props = {
  items: readonly Lookalike[]
  /** The picture that is shown beside this payment's. */
  compare: string | undefined
  onCompare: (url: string | undefined) => void
}

/** Pictures of other payments that equal or resemble this one's: somebody may have sent one twice. */
export function Lookalikes({ items, compare, onCompare }: Props) {
  const t = useT()
  const locale = useLocale()
  if (items.length === 0) return null
  return (
    <Notice
      kind={items.some((item) => item.same) ? 'error' : 'warning'}
      title={t(items.some((item) => item.same) ? 'office.same-picture' : 'office.like-picture')}
    >
      <ul className="space-y-3">
        {items.map((item) => {
          const shown = compare === item.url
          return (
            <li key={item.paymentId} className="flex gap-3">
              <img src={item.url} alt="" className="h-20 w-16 shrink-0 rounded-lg bg-white object-cover" />
              <div className="min-w-0">
                <p>
                  {t(item.same ? 'office.same-as' : 'office.like-as')}{' '}
                  <Link href={`/payments/${item.paymentId}`} className="link">
                    {item.invoiceNumber}
                  </Link>
                </p>
                <p className="text-sm text-ink-2">
                  {t(`office.is-${item.status}`)} · {date(locale, item.createdAt, 'short')}
                </p>
                <button
                  type="button"
                  className="link min-h-9 text-sm"
                  aria-pressed={shown}
                  onClick={() => onCompare(shown ? undefined : item.url)}
                >
                  {t(shown ? 'office.compare-end' : 'office.compare')}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
