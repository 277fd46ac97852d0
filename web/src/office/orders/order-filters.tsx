import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { isDay } from '../../domain/day.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import {
  anyOrder,
  methods,
  narrowed,
  orderOfferingsQuery,
  sorts,
  type OrdersFilter,
  type Sort,
} from './order-queries.ts'

type Props = {
  filter: OrdersFilter
  onChange: (filter: OrdersFilter) => void
  /** The sort order; undefined if sorting is not possible. */
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** Filters the orders by offering, payment method, and order date. */
export function OrderFilters({ filter, onChange, sort, onSort }: Props) {
  const t = useT()
  const id = useId()
  const offerings = useQuery(orderOfferingsQuery(useLocale())).data ?? []
  const label = 'grid gap-1 text-sm font-semibold text-ink-2'
  const field = 'field text-base font-normal text-ink'
  return (
    <section aria-label={t('office.filter')} className="flex flex-wrap items-end gap-3">
      <label htmlFor={`${id}offering`} className={label}>
        {t('office.field.offering')}
        <select
          id={`${id}offering`}
          className={`${field} max-w-64`}
          value={filter.offering}
          onChange={({ currentTarget }) => onChange({ ...filter, offering: currentTarget.value })}
        >
          <option value="">{t('office.filter-any')}</option>
          {offerings.map(({ id: offering, title }) => (
            <option key={offering} value={offering}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}method`} className={label}>
        {t('orders.filter-method')}
        <select
          id={`${id}method`}
          className={field}
          value={filter.method}
          onChange={({ currentTarget }) =>
            onChange({ ...filter, method: methods.find((one) => one === currentTarget.value) ?? '' })
          }
        >
          <option value="">{t('office.filter-any')}</option>
          {methods.map((method) => (
            <option key={method} value={method}>
              {t(`orders.filter-${method}`)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'until'] as const).map((end) => (
        <DateField
          key={end}
          className="w-60"
          label={<span className="block text-sm text-ink-2">{t(`orders.filter-${end}`)}</span>}
          value={filter[end]}
          onChange={(day) => {
            if (day === '' || isDay(day)) onChange({ ...filter, [end]: day })
          }}
        />
      ))}
      {sort && (
        <label htmlFor={`${id}sort`} className={`${label} md:hidden`}>
          {t('orders.sort')}
          <select
            id={`${id}sort`}
            className={field}
            value={sort}
            onChange={({ currentTarget }) => onSort(sorts.find((one) => one === currentTarget.value) ?? 'newest')}
          >
            {sorts.map((one) => (
              <option key={one} value={one}>
                {t(`orders.sort-${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {narrowed(filter) && (
        <Button kind="quiet" onClick={() => onChange(anyOrder)}>
          {t('orders.filter-off')}
        </Button>
      )}
    </section>
  )
}
