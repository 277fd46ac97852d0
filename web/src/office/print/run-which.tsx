import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, thousands } from '../../i18n/format.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import type { Ceremony } from './run-queries.ts'
import { sortOf, type RunTyped } from './run-typed.ts'

const orders = ['number', 'place', 'sponsor', 'sitting'] as const

/** Which entries a run prints, and in which order. */
export function RunWhich(props: {
  typed: RunTyped
  set: (part: Partial<RunTyped>) => void
  /** Absent for a hall, whose labels are sorted by position. */
  list?: Ceremony
  /** How many of the chosen kind wait. */
  count?: { checked: number; prints: number; late: number }
}) {
  const { typed, set, list, count } = props
  const t = useT()
  const locale = useLocale()
  const whole = typed.kind === 'list'
  const sorts = whole && list?.signs ? ([...orders, 'sign'] as const) : orders
  const ready = !list ? 'print.which-unlabelled' : whole ? 'print.which-all' : 'print.which-ready'
  const options = [
    {
      value: 'ready',
      title: t(ready),
      aside:
        !list || whole || !count
          ? undefined
          : count.prints < count.checked
            ? t('print.which-prints', { prints: thousands(count.prints), checked: thousands(count.checked) })
            : thousands(count.checked),
    },
    ...(list?.closedAt && (whole || !count || count.late > 0)
      ? [{ value: 'late', title: t(whole ? 'print.which-late-list' : 'print.which-late') }]
      : []),
    ...(typed.entries.length > 0
      ? [{ value: 'chosen', title: t('print.which-chosen'), aside: thousands(typed.entries.length) }]
      : []),
  ]
  return (
    <>
      {options.length > 1 ? (
        <RadioCards
          legend={t('print.what-which')}
          name="which"
          value={typed.which}
          onChange={(which) => set({ which: which === 'late' || which === 'chosen' ? which : 'ready' })}
          options={options}
        />
      ) : (
        <p>
          <span className="font-semibold">{t('print.what-which')}:</span> {options[0]?.title}
          {options[0]?.aside && ` · ${options[0].aside}`}
        </p>
      )}
      {list && (
        <div className="grid gap-4 sm:grid-cols-2">
          {list.sittings.length > 1 && (
            <SelectField
              id="sitting"
              label={t('print.what-sitting')}
              value={typed.sitting}
              options={[
                ['0', t('common.all')],
                ...list.sittings.map(
                  ({ startsAt }, i) =>
                    [String(i + 1), t('print.sitting-one', { no: i + 1, at: dateTime(locale, startsAt) })] as const,
                ),
              ]}
              onChange={(sitting) => set({ sitting })}
            />
          )}
          <SelectField
            id="sort"
            label={t('office.field.sort')}
            value={sortOf(typed)}
            options={sorts.map((one) => [one, t(`print.sort-${one}`)] as const)}
            onChange={(sort) => set({ sort: sorts.find((one) => one === sort) ?? 'number' })}
          />
        </div>
      )}
    </>
  )
}
