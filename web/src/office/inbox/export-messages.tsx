import { useState } from 'react'
import { callUrl } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'
import { ExportForm } from '../kit/list/export-form.tsx'

const states = ['open', 'waiting', 'done', 'spam'] as const

/** Exports the messages of a state as a table, after the password. */
export function ExportMessages({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [state, setState] = useState<string>('open')
  return (
    <ExportForm
      text={t('inbox.export-text')}
      url={callUrl('/api/admin/form-entry-export')}
      name="messages"
      about={{ state }}
      onClose={onClose}
    >
      <Field label={t('inbox.export-state')}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
          >
            {states.map((one) => (
              <option key={one} value={one}>
                {t(`inbox.state-${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </ExportForm>
  )
}
