import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Lookalike } from './payment-type.ts'

type Props = {
  items: readonly Lookalike[]
  /** The picture that is shown beside this payment's. */
  compare: string | undefined
  onCompare: (url: string | undefined) => void
}

/**
 * Pictures of other payments that equal or resemble this one's: somebody may have sent one twice. The very same file is
 * a loud warning; a resemblance folds away, for two pictures of one bank's app resemble each other too.
 */
export function Lookalikes(props: Props) {
  const t = useT()
  const same = props.items.filter((item) => item.same)
  const like = props.items.filter((item) => !item.same)
  return (
    <>
      {same.length > 0 && (
        <Notice kind="error" title={t('office.same-picture')}>
          <List {...props} items={same} />
        </Notice>
      )}
      {like.length > 0 && (
        <details className="group rounded-2xl border-l-4 border-gold-7 bg-gold-1">
          <summary className="flex min-h-12 items-center gap-3 px-4 py-2.5 font-bold">
            <Icon name="warning" className="shrink-0 text-gold-7" />
            <span className="grow">{t('office.like-pictures', { count: like.length })}</span>
            <Icon name="down" className="shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <div className="px-4 pb-4">
            <List {...props} items={like} />
          </div>
        </details>
      )}
    </>
  )
}

function List({ items, compare, onCompare }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <ul className="space-y-3">
      {items.map((item) => {
        const shown = compare === item.url
        return (
          <li key={item.paymentId} className="flex gap-3">
            <img src={item.url} alt="" className="h-20 w-16 shrink-0 rounded-lg bg-white object-cover" />
            <div className="min-w-0">
              <Link href={`/payments/${item.paymentId}`} className="link">
                {item.invoiceNumber}
              </Link>
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
  )
}
