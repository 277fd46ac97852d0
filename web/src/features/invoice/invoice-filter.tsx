import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { Field } from '../../ui/field.tsx'
import { statuses } from '../../domain/invoice.ts'

/** Filters the list by status and by the years with orders; the filter is part of the URL. */
export function InvoiceFilter(props: { years: readonly number[]; status?: string; year?: string }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const years = props.years.map(String)
  if (props.year && !years.includes(props.year)) years.push(props.year)
  const go = (change: { status?: string; year?: string }) => {
    const next = { status: props.status, year: props.year, ...change }
    void navigate(
      href('member-profile-invoices', undefined, {
        query: { status: next.status || undefined, year: next.year || undefined },
      }),
      { replace: true },
    )
  }
  return (
    <div className="no-print mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 lg:max-w-2xl">
      <Field id="filter-status" label={t('common.field.status')}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={props.status ?? ''}
            onChange={(event) => go({ status: event.target.value })}
          >
            <option value="">{t('common.all')}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {t(`invoice.badge-${status}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="filter-year" label={t('invoice.filter-year')}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={props.year ?? ''}
            onChange={(event) => go({ year: event.target.value })}
          >
            <option value="">{t('common.all')}</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
