import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Lets the user enter how to be greeted, because a program cannot tell which part of a name to use. */
export function GreetMe({ called }: { called: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="edit" label={t('today.call-me')} className="self-center" onClick={() => setOpen(true)} />
      <ActDialog open={open} onClose={() => setOpen(false)} title={t('today.call-me-title')}>
        <Form called={called} onClose={() => setOpen(false)} />
      </ActDialog>
    </>
  )
}

function Form({ called, onClose }: { called: string; onClose: () => void }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: { called },
      send: (body) => api.put('/api/admin/greeting', { body }),
      done: () => {
        toast({ text: 'today.call-me-done', type: 'success' })
        onClose()
      },
    },
    'staff',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField
        label={t('today.call-me-label')}
        hint={t('today.call-me-hint')}
        maxLength={100}
        {...form.text('called')}
      />
      <DialogButtons label={t('common.save')} act={form} onClose={onClose} />
    </form>
  )
}
