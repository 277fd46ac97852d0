import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MomentField } from '../kit/field/moment-field.tsx'
import { useState } from 'react'
import type { Ceremony } from './ceremony-queries.ts'
import { bodyOf, missingOf, typedOf } from './ceremony-typed.ts'
import { LunarDays } from './lunar-days.tsx'
import { SittingFields } from './sitting-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { ceremony?: Ceremony; onDone: (ceremony: Ceremony) => void; onClose: () => void }

/** Creates or changes a ceremony. */
export function CeremonyForm({ ceremony, onDone, onClose }: Props) {
  const t = useT()
  const [typed, setTyped] = useState(() => typedOf(ceremony))
  const set = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }))
  const form = useOfficeForm(
    {
      read: () => typed,
      check: missingOf,
      send: (one, keyFor) => {
        const body = bodyOf(one)
        return ceremony
          ? api.put('/api/admin/ceremony/{id}', { params: { id: ceremony.id }, body })
          : api.post('/api/admin/ceremony', { body, idempotencyKey: keyFor(body) })
      },
      done: (made) => {
        onDone(made)
      },
    },
    'ceremonies',
  )
  const text = (id: string, value: string, change: (next: string) => void) => ({
    id,
    value,
    error: form.errorOf(id),
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-6">
      {!ceremony && <LunarDays typed={typed} onChoose={setTyped} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('ceremonies.title-en')}
          maxLength={120}
          {...text('title.en', typed.en, (en) => set({ en }))}
        />
        <TextField
          label={t('ceremonies.title-zh')}
          lang="zh-Hans"
          maxLength={120}
          {...text('title.zh', typed.zh, (zh) => set({ zh }))}
        />
      </div>
      {!ceremony && (
        <RadioCards
          legend={t('ceremonies.gathers')}
          name="gathers"
          columns={2}
          value={typed.gathers}
          onChange={(value) => set({ gathers: value === 'running' ? 'running' : 'bought' })}
          options={(['bought', 'running'] as const).map((value) => ({
            value,
            title: t(`ceremonies.gathers-${value}`),
            text: t(`ceremonies.gathers-${value}-text`),
          }))}
        />
      )}
      <SourceFields
        sources={typed.sources}
        frozen={ceremony?.closedAt !== undefined}
        bought={typed.gathers === 'bought'}
        errorOf={form.errorOf}
        onChange={(sources) => set({ sources })}
      />
      <SittingFields sittings={typed.sittings} errorOf={form.errorOf} onChange={(sittings) => set({ sittings })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MomentField
          label={t('ceremonies.closes')}
          hint={t('ceremonies.closes-hint')}
          optional
          {...text('closesAt', typed.closes, (closes) => set({ closes }))}
        />
        <RadioCards
          legend={t('ceremonies.script')}
          name="script"
          columns={2}
          value={typed.script}
          onChange={(value) => set({ script: value === 'hant' ? 'hant' : 'hans' })}
          options={(['hans', 'hant'] as const).map((value) => ({ value, title: t(`ceremonies.script-${value}`) }))}
        />
      </div>
      <Checkbox
        label={t('ceremonies.paper')}
        hint={t('ceremonies.paper-hint')}
        checked={typed.paper}
        onChange={(event) => set({ paper: event.target.checked })}
      />
      <DialogButtons label={t(ceremony ? 'common.save' : 'ceremonies.new')} act={form} onClose={onClose} />
    </form>
  )
}
