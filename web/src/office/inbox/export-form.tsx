import { callUrl } from '../../api/client.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../kit/session-gate.ts'
import { fetchFile } from '../kit/fetch-file.ts'

const states = ['open', 'waiting', 'done', 'spam'] as const

/** Gives messages out as a table, once the password is typed again. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const form = useDraftForm(
    { state: 'open', format: 'xlsx', password: '' },
    {
      check: ({ password }) => (password ? [] : [{ id: 'password', key: 'fault.required' }]),
      send: (body) =>
        guarded(() => fetchFile(callUrl('/api/admin/form-entry-export'), body, `messages.${body.format}`)),
      done: () => {
        toast({ text: 'inbox.export-done', type: 'success' })
        onClose()
      },
      summary: false,
    },
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('inbox.export-text')}</p>
      <Field label={t('inbox.export-state')}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={form.values.state}
            onChange={({ target }) => form.set({ state: target.value })}
          >
            {states.map((state) => (
              <option key={state} value={state}>
                {t(`inbox.state-${state}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <RadioCards
        legend={t('inbox.export-format')}
        name="format"
        columns={2}
        value={form.values.format}
        onChange={(format) => form.set({ format })}
        options={[
          { value: 'xlsx', title: 'Excel' },
          { value: 'csv', title: 'CSV' },
        ]}
      />
      <TextField
        label={t('inbox.export-password')}
        type="password"
        autoComplete="current-password"
        {...form.text('password')}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon="download" pending={form.pending}>
          {t('inbox.export')}
        </Button>
      </div>
    </form>
  )
}
