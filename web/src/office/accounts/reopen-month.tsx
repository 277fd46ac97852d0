import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { monthWords } from './month-queries.ts'

/** Opens the latest closed month again, as a second person and with a reason. */
export function ReopenMonth({ month }: { month: string }) {
  const t = useT()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const title = t('months.reopen-do', { month: monthWords(locale, month) })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t('months.reopen')}
        <span className="sr-only"> {monthWords(locale, month)}</span>
      </Button>
      <ActDialog open={open} onClose={() => setOpen(false)} title={title}>
        <ReopenForm month={month} label={title} onClose={() => setOpen(false)} />
      </ActDialog>
    </>
  )
}

function ReopenForm({ month, label, onClose }: { month: string; label: string; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const words = monthWords(locale, month)
  const [reason, setReason] = useState('')
  const act = useActOnce(
    (body: { reason: string }, idempotencyKey) =>
      api.post('/api/admin/month/{month}/reopen', { params: { month }, body, idempotencyKey }),
    () => {
      toast({ text: 'months.reopened-done', type: 'success' })
      onClose()
    },
    'money',
  )
  return (
    <form
      noValidate
      onSubmit={act.submit(() => (reason.trim() ? { reason: reason.trim() } : null))}
      className="space-y-4"
    >
      <p>{t('months.reopen-text', { month: words })}</p>
      <TextArea
        label={t('months.reason')}
        maxLength={500}
        value={reason}
        readOnly={act.unsent}
        error={act.tried && !reason.trim() ? t('months.reason-missing') : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogButtons label={label} act={act} onClose={onClose} />
    </form>
  )
}
