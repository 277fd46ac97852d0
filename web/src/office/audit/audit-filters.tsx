import { useState, type FormEvent } from 'react'
import { isDay } from '../../domain/day.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import type { AuditPlace } from './audit-queries.ts'
import { actions, actionWords } from './audit-words.ts'

const everything: AuditPlace = { person: '', action: '', subject: '', from: '', until: '' }

/** The filters of the audit trail. */
export function AuditFilters({ place, onSearch }: { place: AuditPlace; onSearch: (place: AuditPlace) => void }) {
  const t = useT()
  const [from, setFrom] = useState(place.from)
  const [until, setUntil] = useState(place.until)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if ([from, until].some((day) => day !== '' && !isDay(day))) return // its field shows the error
    const form = new FormData(event.currentTarget)
    const text = (name: keyof AuditPlace) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    onSearch({
      person: text('person'),
      action: text('action'),
      subject: text('subject'),
      from,
      until,
    })
  }
  const some = Object.values(place).some(Boolean)
  const others = place.action && !actions.some((action) => action === place.action) ? [place.action] : []
  return (
    <form role="search" onSubmit={search} className="card grid items-end gap-4 p-5 md:grid-cols-2 xl:grid-cols-3">
      <TextField
        name="person"
        label={t('audit.person')}
        hint={t('audit.person-hint')}
        defaultValue={place.person}
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        name="subject"
        label={t('audit.subject')}
        hint={t('audit.subject-hint')}
        defaultValue={place.subject}
        maxLength={100}
        autoComplete="off"
      />
      <div>
        <Field label={t('office.field.action')}>
          {(control) => (
            <select {...control} name="action" defaultValue={place.action} className="field">
              <option value="">{t('audit.all-actions')}</option>
              {[...others, ...actions].map((action) => (
                <option key={action} value={action}>
                  {actionWords(t, action)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 xl:col-span-2">
        <DateField label={t('office.field.from')} value={from} onChange={setFrom} />
        <DateField label={t('audit.until')} value={until} onChange={setUntil} />
      </div>
      <div className="flex flex-wrap gap-3 max-xl:col-span-full">
        <Button type="submit" kind="primary" icon="search">
          {t('office.search')}
        </Button>
        {some && <Button onClick={() => onSearch(everything)}>{t('office.clear')}</Button>}
      </div>
    </form>
  )
}
