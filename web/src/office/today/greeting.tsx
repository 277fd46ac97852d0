import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useForm } from '../../forms/use-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Lets the user enter how to be greeted, because a program cannot tell which part of a name to use. */
export function GreetMe({ called }: { called: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="edit" label={t('today.call-me')} className="self-center" onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={t('today.call-me-title')}>
        {open && <Form called={called} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Form({ called, onClose }: { called: string; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm({
    initial: { called },
    send: (body) => guarded(() => api.put('/api/admin/greeting', { body })),
    done: () => {
      void refresh(client, 'staff')
      toast({ text: 'today.call-me-done', type: 'success' })
      onClose()
    },
    summary: false,
  })
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
