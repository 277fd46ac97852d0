import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useOfficeForm } from '../../kit/act/use-office-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { followTitle } from '../../kit/field/address-of.ts'
import { addressHint } from '../field/address-hint.ts'
import { asAddressed, type AddedKind } from '../../kit/site/record-kinds.ts'
import { DialogButtons } from '../../kit/act/dialog-buttons.tsx'

type Props = {
  kind: AddedKind
  onClose: () => void
  onMade: (id: string) => void
}

/**
 * Asks for the titles of a new record, and for its URL key if it has one, which is suggested from the English title;
 * nothing is published yet.
 */
export function NewRecord({ kind, onClose, onMade }: Props) {
  const t = useT()
  const at = asAddressed(kind)
  const form = useOfficeForm(
    {
      initial: { en: '', zh: '', key: '' },
      check: ({ en, zh }) => (en.trim() || zh.trim() ? [] : [{ id: 'title.en', key: 'records.title-needed' }]),
      send: ({ en, zh, key }, keyFor) => {
        const body = { kind, key: key.trim() || undefined, fields: { 'title.en': en.trim(), 'title.zh': zh.trim() } }
        return api.post('/api/admin/record', { body, idempotencyKey: keyFor(body) })
      },
      done: ({ record }) => {
        onMade(record.id)
      },
    },
    'records',
  )
  const field = (name: 'en' | 'zh' | 'key') => ({
    value: form.values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  const setTitle = (en: string) => form.set({ en, key: at ? followTitle(form.values.key, form.values.en, en) : '' })
  return (
    <Dialog open onClose={onClose} title={t(`records.new-${kind}`)}>
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        <TextField
          label={t('records.title-en')}
          lang="en"
          {...field('en')}
          onChange={({ target }) => setTitle(target.value)}
          error={form.errorOf('title.en')}
        />
        <TextField label={t('records.title-zh')} lang="zh-Hans" {...field('zh')} error={form.errorOf('title.zh')} />
        {at && (
          <TextField
            label={t('office.field.web-address')}
            hint={t(addressHint[at])}
            spellCheck={false}
            {...field('key')}
            error={form.errorOf('key')}
          />
        )}
        <DialogButtons label={t('records.new-do')} act={form} onClose={onClose} />
      </form>
    </Dialog>
  )
}
