import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useOfficeForm } from '../../kit/act/use-office-form.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { addressHint } from '../field/address-hint.ts'
import { asAddressed, type AddressedKind } from '../../kit/site/record-kinds.ts'
import type { Summary } from '../record-queries.ts'
import { DialogButtons } from '../../kit/act/dialog-buttons.tsx'

/** The URL of a page, an offering or an event, with a form to change it; the old one redirects. */
export function ChangeAddress({ record, onDone }: { record: Summary; onDone: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const kind = asAddressed(record.kind)
  if (!kind || !record.address || record.takenAt) return null
  return (
    <div className="card mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
      <span className="font-semibold">{t('office.field.web-address')}</span>
      <span className="grow font-mono wrap-anywhere">{record.address}</span>
      <Button kind="quiet" icon="edit" onClick={() => setOpen(true)}>
        {t('records.address-change')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('records.address-change')}>
        {open && (
          <AddressForm
            record={record}
            kind={kind}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

type Props = {
  record: Summary
  kind: AddressedKind
  onClose: () => void
  onDone: () => void
}

function AddressForm({ record, kind, onClose, onDone }: Props) {
  const t = useT()
  const form = useOfficeForm({
    initial: { key: record.key },
    check: ({ key }) => (key.trim() ? [] : [{ id: 'key', key: 'fault.required' }]),
    send: ({ key }, keyFor) => {
      const body = { key: key.trim() }
      return api.post('/api/admin/record/{id}/address', {
        params: { id: record.id },
        body,
        idempotencyKey: keyFor(body),
      })
    },
    done: () => {
      toast({ text: 'records.address-done', type: 'success' })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('records.address-text')}</p>
      <TextField
        label={t('office.field.web-address')}
        hint={t(addressHint[kind])}
        value={form.values.key}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={({ target }) => form.set({ key: target.value })}
        error={form.errorOf('key')}
      />
      <DialogButtons label={t('records.address-do')} act={form} onClose={onClose} />
    </form>
  )
}
