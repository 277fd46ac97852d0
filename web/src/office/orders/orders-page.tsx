import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { TableLinks } from '../kit/list/table-links.tsx'
import { OrdersTable } from './orders-table.tsx'
import {
  anyOrder,
  narrowed,
  orderCountsQuery,
  orderExportUrl,
  ordersQuery,
  ordersTotalQuery,
  placeOf,
  searchOf,
  shows,
  type OrdersPlace,
  type Sort,
} from './order-queries.ts'
import { OrderFilters } from './order-filters.tsx'

/** All orders, by status, or by search. */
export function OrdersPage({ user }: PageProps) {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const list = useInfiniteQuery(ordersQuery(place))
  const total = useQuery(ordersTotalQuery(place)).data
  const sortBy = (sort: Sort) => navigate(`/orders${searchOf({ ...place, sort })}`)
  return (
    <>
      <PageTop title={t('office.area-orders')} text={t('orders.text')} />
      <div className="mb-5 space-y-3">
        <SearchBox
          label={t('orders.search')}
          value={place.q}
          onSearch={(q) => navigate(`/orders${searchOf({ ...place, q })}`)}
          className="w-full md:max-w-xl"
        />
        <Choices place={place} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <OrderFilters
            filter={place.q ? anyOrder : place}
            onChange={(filter) =>
              navigate(`/orders${searchOf({ show: place.show, sort: place.sort, ...filter, q: '' })}`)
            }
            sort={place.q ? undefined : place.sort}
            onSort={sortBy}
          />
          {user.roles.some((role) => role === 'treasurer' || role === 'admin') && (
            <TableLinks of={t('office.area-orders')} url={(format) => orderExportUrl(place, format)} />
          )}
        </div>
      </div>
      <KeyedList
        query={list}
        count={total}
        empty={
          <EmptyState
            art="sutra"
            title={t(place.q ? 'office.none-found' : 'orders.none')}
            text={place.q ? t('orders.none-found-text') : undefined}
          >
            {(place.q || narrowed(place)) && (
              <Button onClick={() => navigate('/orders')}>{t('office.show-all')}</Button>
            )}
          </EmptyState>
        }
      >
        {(rows) => <OrdersTable rows={rows} place={place} onSort={sortBy} />}
      </KeyedList>
    </>
  )
}

/** The status tabs, each with its number of orders. */
function Choices({ place }: { place: OrdersPlace }) {
  const t = useT()
  const counts = useQuery(orderCountsQuery(place.q ? anyOrder : place)).data
  return (
    <ListTabs
      label={t('office.lists')}
      className="max-w-full [&_a]:gap-1.5 [&_a]:px-2"
      tabs={shows.map((show) => {
        const counted = counts?.find((one) => one.show === show)
        return {
          id: show,
          text: t(`orders.show-${show}`),
          to: `/orders${searchOf({ ...place, show, q: '' })}`,
          here: show === place.show && !place.q,
          count: counted && thousands(counted.total) + (counted.more ? '+' : ''),
        }
      })}
    />
  )
}
