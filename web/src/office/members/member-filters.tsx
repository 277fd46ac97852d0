import { useId } from 'react'
import { isDay } from '../../domain/day.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { monthOfYear } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import { useNow } from '../kit/format/use-now.ts'
import {
  anyMember,
  contacts,
  filterSearch,
  languages,
  monthsFrom,
  noonIn,
  type MemberFilter,
} from './member-queries.ts'

type Props = { filter: MemberFilter; onChange: (filter: MemberFilter) => void }

/**
 * Filters the list of members: by month of a subscription's end, joining date, language, and confirmed contact data.
 */
export function MemberFilters({ filter, onChange }: Props) {
  const t = useT()
  const locale = useLocale()
  const id = useId()
  const now = useNow()
  const label = 'grid gap-1 text-sm font-semibold text-ink-2'
  const field = 'field text-base font-normal text-ink'
  const choices = {
    // A link may contain a past month.
    ends: [...new Set([...(filter.ends ? [filter.ends] : []), ...monthsFrom(now)])]
      .toSorted()
      .map((month) => ({ value: month, text: monthOfYear(locale, noonIn(month)) })),
    language: languages.map((one) => ({ value: one, text: t(`office.reads-${one}`) })),
    contact: contacts.map((one) => ({ value: one, text: t(`members.contact-${one}`) })),
  }
  return (
    <div role="group" aria-label={t('office.filter')} className="mb-4 flex flex-wrap items-end gap-3">
      {(['ends', 'language', 'contact'] as const).map((name) => (
        <label key={name} htmlFor={`${id}${name}`} className={label}>
          {t(`members.by-${name}`)}
          <select
            id={`${id}${name}`}
            className={field}
            value={filter[name]}
            onChange={({ currentTarget }) => onChange({ ...filter, [name]: currentTarget.value })}
          >
            <option value="">{t('office.filter-any')}</option>
            {choices[name].map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {(['from', 'until'] as const).map((end) => (
        <DateField
          key={end}
          className="w-60"
          label={<span className="block text-sm text-ink-2">{t(`members.by-${end}`)}</span>}
          value={filter[end]}
          onChange={(day) => {
            if (day === '' || isDay(day)) onChange({ ...filter, [end]: day })
          }}
        />
      ))}
      {filterSearch(filter) && (
        <Button kind="quiet" onClick={() => onChange(anyMember)}>
          {t('office.show-all')}
        </Button>
      )}
    </div>
  )
}
