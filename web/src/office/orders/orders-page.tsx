import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/keyed-list.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { OrdersTable } from './orders-table.tsx'
import {
  anyOrder,
  narrowed,
  ordersQuery,
  ordersTotalQuery,
  placeOf,
  searchOf,
  shows,
  type OrdersPlace,
} from './order-queries.ts'
import { OrderFilters } from './order-filters.tsx'

/** All orders, by what they wait for, or by what somebody knows of them. */
export function OrdersPage() {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const list = useInfiniteQuery(ordersQuery(place))
  const total = useQuery(ordersTotalQuery(place)).data
  return (
    <>
      <PageTop title={t('office.area-orders')} text={t('orders.text')} />
      <div className="mb-5 space-y-3">
        <SearchBox
          label={t('orders.search')}
          value={place.q}
          onSearch={(q) => navigate(`/orders${searchOf({ show: 'all', q })}`)}
          className="w-full md:max-w-xl"
        />
        <Choices place={place} />
        <OrderFilters
          filter={place.q ? anyOrder : place}
          onChange={(filter) => navigate(`/orders${searchOf({ show: place.show, ...filter, q: '' })}`)}
        />
      </div>
      <KeyedList
        query={list}
        count={total}
        empty={
          <EmptyState
            art="sutra"
            title={t(place.q ? 'office.none-found' : 'orders.none')}
            text={place.q ? t('office.none-found-text') : undefined}
          >
            {(place.q || narrowed(place)) && (
              <Button onClick={() => navigate('/orders')}>{t('office.show-all')}</Button>
            )}
          </EmptyState>
        }
      >
        {(rows) => <OrdersTable rows={rows} place={place} />}
      </KeyedList>
    </>
  )
}

function Choices({ place }: { place: OrdersPlace }) {
  const t = useT()
  return (
    <nav aria-label={t('office.lists')}>
      <ul className="flex flex-wrap gap-2">
        {shows.map((show) => {
          const here = show === place.show && !place.q
          return (
            <li key={show}>
              <Link
                href={`/orders${searchOf({ ...place, show, q: '' })}`}
                aria-current={here ? 'page' : undefined}
                className={`inline-flex min-h-12 items-center rounded-full px-4 font-bold ${here ? 'bg-lacquer text-[#fff8ea]' : 'bg-card shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1'}`}
              >
                {t(`orders.show-${show}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
