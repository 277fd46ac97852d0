import { useState, type FormEvent } from 'react'
import { api, type Value } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure } from '../../forms/use-api.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSendOnce } from '../kit/act/send-once.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import type { FoundInvoice } from './counter-queries.ts'

/** Sends the receipt to an address that the devotee says, or that is known. */
export function MailReceipt({ invoice }: { invoice: FoundInvoice }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [email, setEmail] = useState(invoice.payer.email ?? '')
  const [error, setError] = useTold()
  const [sentTo, setSentTo] = useState('')
  const finish = (result: ApiResult<Value<'/api/admin/invoice/{id}/receipt-mail', 'post'>>) => {
    if (result.status === 200) {
      setSentTo(email.trim())
      setAsking(false)
    } else if (result.status === 400) setError(whyRefused(result.body))
    else toastFailure(result)
  }
  const mail = useSendOnce(
    (body: { email: string }, idempotencyKey) =>
      guarded(() =>
        api.post('/api/admin/invoice/{id}/receipt-mail', { params: { id: invoice.id }, body, idempotencyKey }),
      ),
    finish,
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    void mail.send({ email: email.trim() })
  }
  if (!asking)
    return (
      <div>
        <Button icon="mail" kind="quiet" wide onClick={() => setAsking(true)}>
          {t('till.mail')}
        </Button>
        {sentTo && (
          <p role="status" className="mt-1 flex items-center justify-center gap-2 font-semibold text-jade">
            <Icon name="check" size={20} />
            {t('till.mailed', { email: sentTo })}
          </p>
        )}
      </div>
    )
  return (
    <form onSubmit={send} noValidate className="space-y-3 text-left">
      <TextField
        label={t('till.mail-address')}
        type="email"
        autoComplete="off"
        value={email}
        readOnly={mail.unsent}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value)
          setError()
        }}
      />
      {mail.unsent && <UnsentNotice onStop={mail.stop} />}
      <div className="flex flex-wrap justify-end gap-2">
        {!mail.unsent && <Button onClick={() => setAsking(false)}>{t('common.back')}</Button>}
        <Button type="submit" kind="primary" pending={mail.pending}>
          {t(mail.unsent ? 'common.try-again' : 'till.mail-send')}
        </Button>
      </div>
    </form>
  )
}
