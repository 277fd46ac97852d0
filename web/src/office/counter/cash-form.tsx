import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { api, type Value } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { toastFailure } from '../../forms/use-api.ts'
import { useTold, whyRefused, type Told } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PayerNames } from '../kit/payer-names.tsx'
import { undoUntil } from '../kit/undo-store.ts'
import { useSendOnce } from '../kit/send-once.ts'
import { guarded } from '../kit/session-gate.ts'
import { UnsentNotice } from '../kit/unsent-notice.tsx'
import { wantsFocus } from '../kit/wants-focus.ts'
import { CashFields } from './cash-fields.tsx'
import { cashGiven } from './cash.ts'
import type { FoundInvoice } from './counter-queries.ts'

type Taken = Value<'/api/admin/invoice/{id}/cash', 'post'>

type Props = {
  invoice: FoundInvoice
  /** Nothing less than what is due can be taken. */
  whole: boolean
  /** Booked; until `undoable` (epoch milliseconds of this device) it can be taken back. */
  onTaken: (taken: Taken, undoable: number) => void
}

/** What the devotee puts down, what goes back, and the press that books it. */
export function CashForm({ invoice, whole, onTaken }: Props) {
  const t = useT()
  const { due } = invoice
  const [typed, setTyped] = useState('')
  const [error, setError] = useTold()
  const [asking, setAsking] = useState(false)
  const [noShift, setNoShift] = useState(false)
  const sentAt = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  const { given, cash } = cashGiven(due, typed)
  useEffect(() => {
    // A scanner has just opened the order: what is put down can be typed at once.
    field.current?.focus()
  }, [])
  const finish = (result: ApiResult<Taken>) => {
    if (result.status === 200) return onTaken(result.value, undoUntil(sentAt.current))
    setAsking(false)
    if (result.status === 400) {
      setNoShift(result.body.code === 'shift-not-open')
      setError(whyRefused(result.body))
    } else if (result.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
    else if (result.status !== 401) toastFailure(result)
  }
  const take = useSendOnce(
    (body: { amountReceived: number }, idempotencyKey) =>
      guarded(() => {
        sentAt.current ||= Date.now()
        return api.post('/api/admin/invoice/{id}/cash', { params: { id: invoice.id }, body, idempotencyKey })
      }),
    finish,
  )
  const locked = take.unsent
  async function book(cents: number) {
    sentAt.current = 0
    await take.send({ amountReceived: cents })
    setAsking(false)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (locked) return take.again()
    const wrong: Told | undefined =
      given === null || !cash
        ? { key: 'office.amount-wrong' }
        : whole && cash.rest > 0
          ? { key: 'office.whole-only', vars: { amount: money(due) } }
          : undefined
    setError(wrong)
    if (wrong || given === null || !cash) field.current?.focus()
    else if (cash.rest > 0) setAsking(true)
    else void book(given)
  }
  return (
    <form onSubmit={send} className="card space-y-4 p-5 sm:p-6" noValidate>
      <p className="text-lg font-bold md:hidden">
        <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
      </p>
      <CashFields
        field={field}
        due={due}
        typed={typed}
        error={error}
        locked={locked}
        onType={(text) => {
          setTyped(text)
          setError()
        }}
      />
      {noShift && error && (
        <p>
          <Link href="/counter/shift" className="link font-bold">
            {t('till.open-button')}
          </Link>
        </p>
      )}
      {locked && <UnsentNotice text={t('till.unsent-cash')} onStop={take.stop} />}
      <Button type="submit" kind="primary" wide pending={take.pending} className="min-h-16 text-xl">
        {locked ? t('common.try-again') : t('office.take', { amount: money(cash?.taken ?? due) })}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('office.part-ask')}>
        {asking && cash && given !== null && (
          <>
            <p className="text-lg">{t('office.part-text', { taken: money(cash.taken), rest: money(cash.rest) })}</p>
            <div className="mt-5 flex flex-wrap justify-end gap-3">
              <Button ref={wantsFocus} onClick={() => setAsking(false)}>
                {t('common.back')}
              </Button>
              <Button kind="primary" pending={take.pending} onClick={() => void book(given)}>
                {t('office.part-do', { amount: money(cash.taken) })}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </form>
  )
}
