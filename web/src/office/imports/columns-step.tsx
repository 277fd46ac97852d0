import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { ColumnChoice } from '../kit/columns/column-choice.tsx'
import { columnNames } from '../kit/columns/column-names.ts'
import { ColumnSample } from '../kit/columns/column-sample.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Columns } from './import-queries.ts'
import { ReadingChoice } from './reading-choice.tsx'

type Props = {
  id: string
  columns: Columns
  /** Back to the rows, if they were shown before. */
  onBack?: () => void
  onGiveUp: () => void
}

/** The second step: which column contains what. Guesses are filled in, with values of the file below each. */
export function ColumnsStep({ id, columns, onBack, onGiveUp }: Props) {
  const t = useT()
  const locale = useLocale()
  const names = columnNames(columns, t)
  const [chosen, setChosen] = useState<Record<string, number>>(() =>
    Object.fromEntries(columns.fields.map(({ id: field, column }) => [field, column])),
  )
  const [asDays, setAsDays] = useState<Record<string, boolean>>(() =>
    // In a new import, columns that contain only Excel day numbers are preselected as dates.
    onBack ? Object.fromEntries(columns.fields.map(({ id: field, numbers }) => [field, numbers])) : {},
  )
  const readings = columns.readings ?? []
  // In a new import, the user must choose between two possible encodings.
  const [reading, setReading] = useState(onBack ? columns.reading : undefined)
  const unsaid = readings.length > 0 && reading === undefined
  const numbersOf = (at: number) => columns.dayNumbers?.find(({ column }) => column === at)
  const isDays = (field: string) => asDays[field] ?? numbersOf(chosen[field] ?? -1)?.likely ?? false
  const act = useActOnce(
    (body: Record<string, number>) =>
      api.put('/api/admin/import/{id}/columns', {
        params: { id },
        body: {
          columns: body,
          dayNumbers: columns.fields
            .filter(({ id: field, days }) => days && isDays(field))
            .map(({ id: field }) => field),
          reading: readings.length > 0 ? reading : undefined,
        },
      }),
    () => onBack?.(),
    'imports',
  )
  const missing = columns.fields.filter(({ id: field, required }) => required && (chosen[field] ?? -1) < 0)
  const valuesOf = (at: number) =>
    [...new Set((columns.sample ?? []).map((row) => row?.[at]?.trim() ?? '').filter(Boolean))].slice(0, 3).join(' · ')
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={act.submit(() => (missing.length === 0 && !unsaid ? chosen : null))}
    >
      <Notice title={t(columns.remembered ? 'imports.columns-remembered' : 'imports.columns-title')}>
        {t('imports.columns-text')}
      </Notice>
      {readings.length > 0 && (
        <ReadingChoice
          readings={readings}
          value={reading}
          error={act.tried && unsaid ? t('imports.readings-missing') : undefined}
          onChange={setReading}
        />
      )}
      <ColumnSample names={names} rows={columns.sample ?? []} />
      <Panel as="div">
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
          {columns.fields.map(({ id: field, required, days }) => {
            const at = chosen[field] ?? -1
            const numbers = days ? numbersOf(at) : undefined
            return (
              <div key={field}>
                <ColumnChoice
                  label={t(keyFor('imports.field-', field))}
                  optional={!required}
                  error={act.tried && required && at < 0 ? t('imports.column-missing') : undefined}
                  names={names}
                  value={at}
                  onChange={(next) => setChosen({ ...chosen, [field]: next })}
                />
                <p className="mt-1 min-h-6 truncate text-sm text-ink-2">{at >= 0 ? valuesOf(at) : ''}</p>
                {numbers && (
                  <Checkbox
                    label={t('imports.day-numbers', {
                      value: numbers.first,
                      dayText: date(locale, numbers.day, 'short'),
                    })}
                    hint={t('imports.day-numbers-hint', { count: numbers.rows, shown: thousands(numbers.rows) })}
                    checked={isDays(field)}
                    onChange={(event) => setAsDays({ ...asDays, [field]: event.target.checked })}
                  />
                )}
              </div>
            )
          })}
        </div>
      </Panel>
      <ActState act={act} />
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
        <Button kind="quiet" onClick={onGiveUp}>
          {t('imports.give-up')}
        </Button>
        {onBack && <Button onClick={onBack}>{t('common.cancel')}</Button>}
        <Button type="submit" kind="primary" icon="check" pending={act.pending}>
          {t(act.unsent ? 'common.try-again' : 'imports.columns-do')}
        </Button>
      </div>
    </form>
  )
}
