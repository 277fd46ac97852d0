import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refresh } from '../kit/refresh.ts'
import { guarded } from '../kit/session-gate.ts'

type Props = {
  kind: 'page' | 'question' | 'banner' | 'offering' | 'category' | 'event' | 'message' | 'form'
  onClose: () => void
  onMade: (id: string) => void
}

/** Asks for the titles of a new text, and for a page's address; nothing is on the site before it is published. */
export function NewRecord({ kind, onClose, onMade }: Props) {
  const t = useT()
  const client = useQueryClient()
  const form = useDraftForm(
    { en: '', zh: '', key: '' },
    {
      check: ({ en, zh }) => (en.trim() || zh.trim() ? [] : [{ id: 'title.en', key: 'pages.title-needed' }]),
      send: ({ en, zh, key }, keyFor) => {
        const body = { kind, key: key.trim() || undefined, fields: { 'title.en': en.trim(), 'title.zh': zh.trim() } }
        return guarded(() => api.post('/api/admin/record', { body, idempotencyKey: keyFor(body) }))
      },
      done: ({ record }) => {
        onMade(record.id)
        return refresh(client, 'records')
      },
      summary: false,
    },
  )
  const field = (name: 'en' | 'zh' | 'key') => ({
    value: form.values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  return (
    <Dialog open onClose={onClose} title={t(`pages.new-${kind}`)}>
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        <TextField label={t('pages.title-en')} lang="en" {...field('en')} error={form.errorOf('title.en')} />
        <TextField label={t('pages.title-zh')} lang="zh-Hans" {...field('zh')} error={form.errorOf('title.zh')} />
        {(kind === 'page' || kind === 'offering' || kind === 'category' || kind === 'event') && (
          <TextField
            label={t('pages.address')}
            hint={t(kind === 'page' ? 'pages.address-hint' : `pages.address-hint-${kind}`)}
            spellCheck={false}
            {...field('key')}
            error={form.errorOf('key')}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" pending={form.pending}>
            {t('pages.new-do')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
