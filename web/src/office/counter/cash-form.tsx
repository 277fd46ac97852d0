import { useState, type FormEvent } from 'react'
import { api, type Value } from '../../api/client.ts'
import type { Told } from '../../forms/refusal.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { wantsFocus } from '../kit/act/wants-focus.ts'
import { isMuch } from './cash.ts'
import type { FoundInvoice } from './counter-queries.ts'
import { MuchCash } from './much-cash.tsx'
import { TakeCash } from './take-cash.tsx'
import { useTakeCash } from './use-take-cash.ts'

type Taken = Value<'/api/admin/invoice/{id}/cash', 'post'>

type Props = {
  invoice: FoundInvoice
  /** Less than the amount due is not accepted. */
  whole: boolean
  /** Called when booked; it can be undone until `undoable` (epoch milliseconds of this device). */
  onTaken: (taken: Taken, undoable: number) => void
}

/** The cash given, the change, and the button that books it. */
export function CashForm({ invoice, whole, onTaken }: Props) {
  const t = useT()
  const { due } = invoice
  const [asking, setAsking] = useState<'part' | 'much'>()
  const form = useTakeCash({
    due,
    call: (body: { amountReceived: number }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/cash', { params: { id: invoice.id }, body, idempotencyKey }),
    onTaken,
    onRefused: () => setAsking(undefined),
  })
  const { given, cash, take } = form
  async function book(cents: number) {
    await form.send({ amountReceived: cents })
    setAsking(undefined)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (take.unsent) return take.again()
    const wrong: Told | undefined =
      given === null || !cash
        ? { key: 'office.amount-wrong' }
        : whole && cash.rest > 0
          ? { key: 'counter.whole-only', vars: { amount: money(due) } }
          : undefined
    form.setError(wrong)
    if (wrong || given === null || !cash) form.refuse()
    else if (cash.rest > 0) setAsking('part')
    else if (isMuch(due, given)) setAsking('much')
    else void book(given)
  }
  return (
    <form onSubmit={send} className="card space-y-4 p-5 sm:p-6" noValidate>
      <p className="text-lg font-bold md:hidden">
        <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
      </p>
      <TakeCash cash={form} amount={cash?.taken ?? due} />
      <Dialog open={asking === 'part'} onClose={() => setAsking(undefined)} title={t('counter.part-ask')}>
        {asking === 'part' && cash && given !== null && (
          <>
            <p className="text-lg">{t('counter.part-text', { taken: money(cash.taken), rest: money(cash.rest) })}</p>
            <div className="mt-5 flex flex-wrap justify-end gap-3">
              <Button ref={wantsFocus} onClick={() => setAsking(undefined)}>
                {t('office.back')}
              </Button>
              <Button kind="primary" pending={take.pending} onClick={() => void book(given)}>
                {t('counter.part-do', { amount: money(cash.taken) })}
              </Button>
            </div>
          </>
        )}
      </Dialog>
      <MuchCash
        open={asking === 'much'}
        due={due}
        given={given}
        onBack={() => setAsking(undefined)}
        onTake={() => given !== null && void book(given)}
      />
    </form>
  )
}
