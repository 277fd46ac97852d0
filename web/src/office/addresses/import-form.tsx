import { useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Imported = Value<'/api/admin/old-address/import', 'post'>

/** Imports many redirects at once: all or none. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [problems, setProblems] = useState<Imported['problems']>([])
  const form = useOfficeForm(
    {
      initial: { text: '', status: '301' },
      check: ({ text }) => (text.trim() ? [] : [{ id: 'text', key: 'fault.required' }]),
      send: ({ text, status }) => {
        setProblems([])
        const body = { text, status: status === '302' ? (302 as const) : (301 as const) }
        return api.post('/api/admin/old-address/import', { body })
      },
      done: (result) => {
        if (result.problems.length > 0) return setProblems(result.problems)
        if (result.made > 0) toast({ text: 'addresses.import-done', params: { count: result.made }, type: 'success' })
        else toast({ text: 'addresses.import-same', params: { count: result.same } })
        onClose()
      },
    },
    'addresses',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('addresses.import-text')}</p>
      {problems.length > 0 && (
        <Notice kind="error" role="alert" title={t('addresses.import-problems')}>
          <ul>
            {problems.map(({ line, field, code, max }) => (
              <li key={`${line} ${field}`}>
                <b>{t('addresses.import-line', { line })}</b> {t(keyFor('fault.', code), max ? { max } : undefined)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <TextArea label={t('addresses.import-label')} rows={8} spellCheck={false} {...form.text('text')} />
      <RadioCards
        legend={t('addresses.status')}
        name="status"
        columns={2}
        value={form.values.status}
        onChange={(status) => form.set({ status })}
        options={[
          { value: '301', title: t('addresses.for-good') },
          { value: '302', title: t('addresses.for-a-while') },
        ]}
      />
      <DialogButtons label={t('addresses.import-do')} act={form} onClose={onClose} className="pt-1" />
    </form>
  )
}
