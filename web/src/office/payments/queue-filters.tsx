import { useId, type ReactNode } from 'react'
import { isDay } from '../../domain/day.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import { countFilters, listOf, type QueuePlace } from './payment-type.ts'

type Props = { place: QueuePlace; onChange: (change: Partial<QueuePlace>) => void }

/** Expands the filters, and shows how many are set. */
export function FilterButton(props: { place: QueuePlace; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useT()
  const count = countFilters(props.place)
  return (
    <Button aria-expanded={props.open} className="min-h-12 px-4 py-1" onClick={() => props.onOpen(!props.open)}>
      {count > 0 ? t('payments.filters-on', { count }) : t('payments.filters')}
      <Icon name="down" size={18} className={props.open ? 'rotate-180' : ''} />
    </Button>
  )
}

/** The filters of a list; collapsed by default. */
export function QueueFilters({ place, onChange }: Props) {
  const t = useT()
  const count = countFilters(place)
  const waits = place.status === 'pending'
  return (
    <section aria-label={t('payments.filters')} className="mb-3 rounded-2xl bg-paper-2 pt-3">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-4 px-4 pb-4">
        {place.status !== 'rejected' && (
          <Choice
            label={t('payments.filter-bank')}
            value={place.bank}
            options={[
              ['', t('common.all')],
              ...(waits ? ([['seen', t('payments.bank-seen')]] as const) : []),
              ['absent', t(waits ? 'payments.filter-unseen' : 'payments.approved-unseen')],
              ...(place.status === 'approved' ? ([['missing', t('payments.filter-missing')]] as const) : []),
            ]}
            onChange={(bank) =>
              onChange({ bank: bank === 'seen' || bank === 'absent' || bank === 'missing' ? bank : '' })
            }
          />
        )}
        <Day
          label={t(waits ? 'payments.sent-from' : 'payments.decided-from')}
          value={place.from}
          onChange={(from) => onChange({ from })}
        />
        <Day label={t('payments.until')} value={place.to} onChange={(to) => onChange({ to })} />
        {waits && (
          <>
            <Tick checked={place.differs} onChange={(differs) => onChange({ differs })}>
              {t('payments.filter-differs')}
            </Tick>
            <Tick checked={place.alike} onChange={(alike) => onChange({ alike })}>
              {t('payments.filter-alike')}
            </Tick>
          </>
        )}
        {count > 0 && (
          <Button kind="quiet" onClick={() => onChange({ ...listOf(place.status, place.q), order: place.order })}>
            {t('payments.filters-off')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The sort order of waiting payments. */
export function QueueOrder({ place, onChange }: Props) {
  const t = useT()
  return (
    <Choice
      label={t('office.field.sort')}
      bare
      value={place.order}
      options={[
        ['oldest', t('payments.order-oldest')],
        ['cut-off', t('payments.order-cut-off')],
      ]}
      onChange={(order) => onChange({ order: order === 'cut-off' ? 'cut-off' : 'oldest' })}
    />
  )
}

function Choice(props: {
  label: string
  /** The label is only for screen readers. */
  bare?: boolean
  value: string
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={props.bare ? 'sr-only' : 'mb-1 block text-sm font-semibold text-ink-2'}>
        {props.label}
      </label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className="field min-h-12 w-auto py-0"
      >
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

function Day(props: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <DateField
      className="w-60"
      label={<span className="block text-sm text-ink-2">{props.label}</span>}
      value={props.value}
      onChange={(day) => {
        if (day === '' || isDay(day)) props.onChange(day)
      }}
    />
  )
}

function Tick(props: { checked: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <label className="flex min-h-12 items-center gap-3 font-semibold">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
        className="h-6 w-6 shrink-0 accent-cinnabar"
      />
      {props.children}
    </label>
  )
}
