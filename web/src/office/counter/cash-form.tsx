import { useState, type FormEvent } from 'react'
import { api, type Value } from '../../api/client.ts'
import type { Told } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PayerNames } from '../kit/payer-names.tsx'
import { wantsFocus } from '../kit/wants-focus.ts'
import type { FoundInvoice } from './counter-queries.ts'
import { TakeCash } from './take-cash.tsx'
import { useTakeCash } from './use-take-cash.ts'

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
  const [asking, setAsking] = useState(false)
  const form = useTakeCash({
    due,
    call: (body: { amountReceived: number }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/cash', { params: { id: invoice.id }, body, idempotencyKey }),
    onTaken,
    onRefused: () => setAsking(false),
  })
  const { given, cash, take } = form
  async function book(cents: number) {
    await form.send({ amountReceived: cents })
    setAsking(false)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (take.unsent) return take.again()
    const wrong: Told | undefined =
      given === null || !cash
        ? { key: 'office.amount-wrong' }
        : whole && cash.rest > 0
          ? { key: 'office.whole-only', vars: { amount: money(due) } }
          : undefined
    form.setError(wrong)
    if (wrong || given === null || !cash) form.refuse()
    else if (cash.rest > 0) setAsking(true)
    else void book(given)
  }
  return (
    <form onSubmit={send} className="card space-y-4 p-5 sm:p-6" noValidate>
      <p className="text-lg font-bold md:hidden">
        <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
      </p>
      <TakeCash cash={form} amount={cash?.taken ?? due} />
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
