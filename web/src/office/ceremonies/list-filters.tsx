import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { ListTabs, type ListTab } from '../kit/list/list-tabs.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { bySign, searchOf, signs, sorts, type Ceremony, type ListPlace, type ListState } from './ceremony-queries.ts'
import { said, totalOf } from './state-bar.tsx'

const marks = [
  'rare',
  'no-glyph',
  'private-use',
  'look-alike',
  'does-not-fit',
  'other-layout',
  'no-honorific',
  'living-and-departed',
  'payer-departed',
  'changed-both',
] as const
const anyOf = {
  rare: 'ceremonies.mark-any-rare',
  'no-glyph': 'ceremonies.mark-any-no-glyph',
  'private-use': 'ceremonies.mark-any-private-use',
  'look-alike': 'ceremonies.mark-any-look-alike',
  'does-not-fit': 'ceremonies.mark-does-not-fit',
  'other-layout': 'ceremonies.mark-any-other-layout',
  'no-honorific': 'ceremonies.mark-no-honorific',
  'living-and-departed': 'ceremonies.mark-living-and-departed',
  'payer-departed': 'ceremonies.mark-payer-departed',
  'changed-both': 'ceremonies.mark-changed-both',
} as const

type Props = { ceremony: Ceremony; place: ListPlace; onPlace: (to: Partial<ListPlace>) => void }

/** The filters of the names: state, warning, sitting, and sort order. */
export function ListFilters({ ceremony, place, onPlace }: Props) {
  const t = useT()
  const locale = useLocale()
  const { counts } = ceremony
  const tab = (state: ListState, text: string, count: number, loud = false): ListTab => ({
    id: state,
    text,
    to: `/ceremonies/${ceremony.id}${searchOf({ ...place, state, q: '', mark: '' })}`,
    here: !place.q && place.state === state,
    count: said(count),
    loud: loud && count > 0,
  })
  return (
    <div className="mb-4 space-y-3">
      <ListTabs
        label={t('common.field.status')}
        tabs={[
          tab('all', t('ceremonies.tab-all'), totalOf(counts)),
          tab('look', t('ceremonies.tab-look'), counts.look, true),
          tab('collected', t('ceremonies.to-check'), counts.collected),
          tab('checked', t('ceremonies.checked'), counts.checked),
          ...(ceremony.paper ? [tab('printed', t('ceremonies.printed'), counts.printed)] : []),
          ...(counts.again > 0 ? [tab('again', t('ceremonies.again'), counts.again, true)] : []),
          tab('done', t('ceremonies.done'), counts.done),
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          label={t('ceremonies.find')}
          value={place.q}
          onSearch={(q) => onPlace({ q })}
          className="min-w-0 grow basis-64 sm:max-w-md"
        />
        {place.state === 'look' && !place.q && (
          <Choice
            label={t('ceremonies.filter-mark')}
            value={place.mark}
            options={[['', t('ceremonies.filter-mark-all')], ...marks.map((one) => [one, t(anyOf[one])] as const)]}
            onChange={(mark) => onPlace({ mark })}
          />
        )}
        {ceremony.sittings.length > 1 && !place.q && (
          <Choice
            label={t('ceremonies.sittings')}
            value={String(place.sitting)}
            options={[
              ['0', t('ceremonies.all-sittings')],
              ...ceremony.sittings.map(
                ({ startsAt }, i) =>
                  [String(i + 1), t('ceremonies.sitting-at', { no: i + 1, time: time(locale, startsAt) })] as const,
              ),
            ]}
            onChange={(sitting) => onPlace({ sitting: Number(sitting) })}
          />
        )}
        {(ceremony.signs || place.sign) && bySign(place.state) && !place.q && (
          <Choice
            label={t('office.field.sign')}
            value={place.sign}
            options={[
              ['', t('ceremonies.filter-sign-all')],
              ...signs.map(
                (one) => [one, t(one === 'unknown' ? 'ceremonies.sign-unknown' : `form.sign-${one}`)] as const,
              ),
            ]}
            onChange={(sign) => onPlace({ sign: signs.find((one) => one === sign) ?? '' })}
          />
        )}
        {place.state === 'all' && !place.q && !place.sign && (
          <Choice
            label={t('office.field.sort')}
            value={place.sort}
            options={sorts.map((one) => [one, t(`ceremonies.by-${one === 'number' ? 'no' : one}`)] as const)}
            onChange={(sort) => onPlace({ sort: sorts.find((one) => one === sort) ?? 'number' })}
          />
        )}
        <ListTabs
          label={t('office.after-closing')}
          tabs={[
            ...(counts.late > 0 || place.state === 'late'
              ? [tab('late', t('office.after-closing'), counts.late, true)]
              : []),
            ...(counts.takeOut > 0 || place.state === 'take-out'
              ? [tab('take-out', t('ceremonies.take-out'), counts.takeOut, true)]
              : []),
            tab('unpaid', t('ceremonies.not-paid'), counts.unpaid),
            tab('withdrawn', t('ceremonies.withdrawn'), counts.withdrawn),
          ]}
        />
      </div>
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="max-w-full">
      <span className="sr-only">{label}</span>
      <select
        className="field min-h-12 w-auto max-w-full"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
