import { useT } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'
import { usePlaces } from './use-places.ts'

/** Filters the list by a page, by e-mails and SMS, or by a part of the office. */
export function WordPlaceSelect({ value, onChange }: { value: string; onChange: (use: string) => void }) {
  const t = useT()
  const { uses, nameOf } = usePlaces()
  const groups = [
    ['words.uses-pages', uses.filter(({ use }) => use === 'site' || use.startsWith('page:'))],
    ['words.uses-sent', uses.filter(({ use }) => !/^(site|page:|office)/.test(use))],
    ['words.uses-office', uses.filter(({ use }) => use.startsWith('office'))],
  ] as const
  return (
    <Field id="words-use" label={t('words.where')}>
      {(control) => (
        <select {...control} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('words.everywhere')}</option>
          {groups.map(([name, list]) => (
            <optgroup key={name} label={t(name)}>
              {list.map(({ use }) => (
                <option key={use} value={use}>
                  {nameOf(use)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}
