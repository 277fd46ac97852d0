import { keyFor } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AgainItem } from '../../domain/invoice.ts'

/** What became of each item that was ordered again: items that are not in the cart come first. */
export function AgainItems({ items }: { items: readonly AgainItem[] }) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const out = item.result === 'left-out'
        return (
          <li key={item.id} className="flex gap-3 py-3 first:pt-0 last:pb-0">
            <Icon
              name={out ? 'warning' : 'check'}
              className={`mt-0.5 shrink-0 ${out ? 'text-cinnabar' : 'text-jade'}`}
            />
            <div className="min-w-0">
              <p className="font-bold leading-snug">{[item.title, item.optionTitle].filter(Boolean).join(' · ')}</p>
              {out && <p className="font-semibold text-cinnabar">{t('invoice.again-left-out')}</p>}
              {out && <p>{t(keyFor('invoice.again-reason-', item.reason ?? ''))}</p>}
              {item.result === 'changed' && (
                <p>{t('invoice.again-price', { before: money(item.priceBefore), now: money(item.price ?? 0) })}</p>
              )}
              {item.result === 'added' && <p>{t('invoice.again-in-cart')}</p>}
              {out && item.offeringKey && (
                <Link to="blessing-service-key" params={{ key: item.offeringKey }} className="link touch">
                  {t('invoice.again-choose', { title: item.title })}
                </Link>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
