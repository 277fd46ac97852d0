import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import type { FoundInvoice } from './counter-queries.ts'

/** E-mails the receipt to an address given by the devotee, or a known one. */
export function MailReceipt({ invoice }: { invoice: FoundInvoice }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [email, setEmail] = useState(invoice.payer.email ?? '')
  const [sentTo, setSentTo] = useState('')
  const mail = useActOnce(
    (body: { email: string }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/receipt-mail', { params: { id: invoice.id }, body, idempotencyKey }),
    () => {
      setSentTo(email.trim())
      setAsking(false)
    },
    'letters',
  )
  if (!asking)
    return (
      <div>
        <Button icon="mail" kind="quiet" wide onClick={() => setAsking(true)}>
          {t('counter.mail')}
        </Button>
        {sentTo && (
          <p role="status" className="mt-1 flex items-center justify-center gap-2 font-semibold text-jade">
            <Icon name="check" size={20} />
            {t('counter.mailed', { email: sentTo })}
          </p>
        )}
      </div>
    )
  return (
    <form onSubmit={mail.submit(() => ({ email: email.trim() }))} noValidate className="space-y-3 text-left">
      <TextField
        label={t('counter.mail-address')}
        type="email"
        autoComplete="off"
        value={email}
        readOnly={mail.unsent}
        error={mail.problem}
        onChange={(event) => {
          setEmail(event.target.value)
          mail.forget()
        }}
      />
      {mail.unsent && <UnsentNotice onStop={mail.stop} />}
      <div className="flex flex-wrap justify-end gap-2">
        {!mail.unsent && <Button onClick={() => setAsking(false)}>{t('office.back')}</Button>}
        <Button type="submit" kind="primary" pending={mail.pending}>
          {t(mail.unsent ? 'common.try-again' : 'counter.mail-send')}
        </Button>
      </div>
    </form>
  )
}
