import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { priceList, type PricedOffering } from './price-queries.ts'
import { PricesNow } from './prices-now.tsx'
import { wordsIn } from './words-in.ts'

/** The prices of all offerings, read-only, for the treasurer. */
export function PricesPage() {
  const t = useT()
  const query = useQuery(priceList)
  return (
    <>
      <PageTop title={t('office.area-prices')} text={t('records.prices-text')} />
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art="lamp" title={t('records.prices-none')} text={t('records.prices-none-text')} />
          ) : (
            <ul className="grid gap-4 lg:grid-cols-2">
              {items.map((one) => (
                <li key={one.id} className="card relative p-5 hover:bg-gold-1/40">
                  <Offering one={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function Offering({ one }: { one: PricedOffering }) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-3 text-xl">
        <Link href={`/prices/${one.id}`} className="after:absolute after:inset-0">
          {wordsIn(one.title, locale)}
        </Link>
        {!one.onSite && (
          <Badge tone="over" size="small">
            {t('records.prices-away')}
          </Badge>
        )}
      </h2>
      <PricesNow options={one.options} />
    </>
  )
}
