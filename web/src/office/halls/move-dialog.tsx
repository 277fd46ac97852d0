import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { PlaceDetail } from './hall-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Asks for the new position of a lamp and moves it. The payer is notified. */
export function MoveDialog({ place, open, onClose }: { place: PlaceDetail; open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <ActDialog open={open} onClose={onClose} title={t('halls.move-title', { code: place.code })}>
      <MoveForm place={place} onClose={onClose} />
    </ActDialog>
  )
}

function MoveForm({ place, onClose }: { place: PlaceDetail; onClose: () => void }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: { code: '' },
      check: ({ code }) => (code.trim() ? [] : [{ id: 'code', key: 'fault.required' as const }]),
      send: ({ code }, keyFor) => {
        const body = { code: code.trim().toUpperCase(), hall: place.key }
        return api.post('/api/admin/position/{id}/move', {
          params: { id: place.id },
          body,
          idempotencyKey: keyFor(body),
        })
      },
      done: (_, { code }) => {
        toast({ text: 'halls.moved', params: { old: place.code, code: code.trim().toUpperCase() }, type: 'success' })
        onClose()
      },
    },
    'halls',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('halls.move-text')}</p>
      <TextField
        label={t('halls.move-to')}
        hint={t('halls.move-hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
      <DialogButtons label={t('halls.move')} act={form} onClose={onClose} />
    </form>
  )
}
