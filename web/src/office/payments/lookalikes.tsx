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

const isSame = (item: Lookalike) => item.kinds?.includes('file') ?? false

/**
 * Other transfers that may be this one: somebody may have sent one twice. The very same file is a loud warning; a
 * resemblance folds away, for two pictures of one bank's app resemble each other too.
 */
export function Lookalikes(props: Props) {
  const t = useT()
  const same = props.items.filter(isSame)
  const like = props.items.filter((item) => !isSame(item))
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
            <span className="grow">{t('desk.alike', { count: like.length })}</span>
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
        const { url } = item
        const shown = compare === url
        return (
          <li key={item.paymentId ?? item.paymentReference} className="flex gap-3">
            {url && <img src={url} alt="" className="h-20 w-16 shrink-0 rounded-lg bg-white object-cover" />}
            <div className="min-w-0">
              {item.paymentId ? (
                <Link href={`/payments/${item.paymentId}`} className="link touch">
                  {item.invoiceNumber}
                </Link>
              ) : (
                <span className="font-mono font-bold">{item.paymentReference}</span>
              )}
              <p className="font-semibold">{item.kinds?.map((kind) => t(`desk.alike-${kind}`)).join(' · ')}</p>
              <p className="text-sm text-ink-2">
                {t(item.status === 'unclaimed' ? 'desk.unclaimed' : `office.is-${item.status}`)} ·{' '}
                {date(locale, item.createdAt, 'short')}
              </p>
              {url && (
                <button
                  type="button"
                  className="link min-h-11 text-sm"
                  aria-pressed={shown}
                  onClick={() => onCompare(shown ? undefined : url)}
                >
                  {t(shown ? 'office.compare-end' : 'office.compare')}
                </button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
