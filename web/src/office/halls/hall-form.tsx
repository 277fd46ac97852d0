import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { followTitle } from '../kit/field/address-of.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

const longestKey = 40

// The server's field names contain a dot, which control ids do not.
const controlOf = (field: string | undefined) => field?.replace('.', '-')

/** Creates a hall. */
export function HallForm({ onDone, onClose }: { onDone: (key: string) => void; onClose: () => void }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: { 'title-en': '', 'title-zh': '', key: '' },
      send: (typed, keyFor) => {
        const body = { key: typed.key.trim(), title: { en: typed['title-en'], zh: typed['title-zh'] } }
        return api.post('/api/admin/hall', { body, idempotencyKey: keyFor(body) })
      },
      control: controlOf,
      done: (_, typed) => {
        onDone(typed.key.trim())
      },
    },
    'halls',
  )
  const setTitle = (title: string) =>
    form.set({ 'title-en': title, key: followTitle(form.values.key, form.values['title-en'], title, longestKey) })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField
        label={t('halls.title-en')}
        maxLength={80}
        {...form.text('title-en')}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextField label={t('halls.title-zh')} lang="zh-Hans" maxLength={80} {...form.text('title-zh')} />
      <TextField
        label={t('halls.key')}
        hint={t('halls.key-hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestKey}
        {...form.text('key')}
      />
      <DialogButtons label={t('halls.add-hall')} act={form} onClose={onClose} />
    </form>
  )
}
