import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../api/client.ts'
import { useOfficeForm } from '../../kit/act/use-office-form.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { factsOf, recordPath, type CopiedKind } from '../../kit/site/record-kinds.ts'
import { freeKey } from './free-key.ts'
import { recordList, titleOf, type Summary } from '../record-queries.ts'
import { DialogButtons } from '../../kit/act/dialog-buttons.tsx'

/** Asks for title and URL key of the copy of an offering or form, creates it from the draft, and opens it. */
export function CopyRecord({ record, kind, onClose }: { record: Summary; kind: CopiedKind; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const list = useQuery(recordList(kind)).data
  return (
    <Dialog open onClose={onClose} title={t('records.copy-of', { title: titleOf(record, locale) })}>
      <p className="mb-4 text-ink-2">{t(`records.copy-text-${kind}`)}</p>
      {list && (
        <CopyForm
          record={record}
          free={factsOf(kind).addressed ? freeKey(record.key, [...list.items, ...list.taken]) : ''}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function CopyForm({ record, free, onClose }: { record: Summary; free: string; onClose: () => void }) {
  const t = useT()
  const [, navigate] = useLocation()
  const { en, zh } = record.title
  const form = useOfficeForm(
    {
      initial: {
        en: en && t('records.copy-title-en', { title: en }),
        zh: zh && t('records.copy-title-zh', { title: zh }),
        key: free,
      },
      check: (now) => (now.en.trim() || now.zh.trim() ? [] : [{ id: 'title.en', key: 'records.title-needed' }]),
      send: (now, keyFor) => {
        const body = {
          key: now.key.trim() || undefined,
          fields: { 'title.en': now.en.trim(), 'title.zh': now.zh.trim() },
        }
        return api.post('/api/admin/record/{id}/copy', {
          params: { id: record.id },
          body,
          idempotencyKey: keyFor(body),
        })
      },
      done: ({ record: made }) => {
        onClose()
        toast({ text: 'records.copied', type: 'success', duration: 8_000 })
        navigate(recordPath(made))
      },
    },
    'records',
  )
  const field = (name: 'en' | 'zh' | 'key') => ({
    value: form.values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField label={t('records.title-en')} lang="en" {...field('en')} error={form.errorOf('title.en')} />
      <TextField label={t('records.title-zh')} lang="zh-Hans" {...field('zh')} error={form.errorOf('title.zh')} />
      {free && (
        <TextField
          label={t('office.field.web-address')}
          hint={t('records.address-hint-offering')}
          spellCheck={false}
          maxLength={100}
          {...field('key')}
          error={form.errorOf('key')}
        />
      )}
      <DialogButtons label={t('records.copy-do')} icon="copy" act={form} onClose={onClose} />
    </form>
  )
}
