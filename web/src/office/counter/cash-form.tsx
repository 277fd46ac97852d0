import { useRef, useState, type FormEvent } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { parseAmount, typedAmount } from '../amount.ts'
import { PayerNames } from '../payer-names.tsx'
import { guarded } from '../session-gate.ts'
import { wantsFocus } from '../wants-focus.ts'
import { cashOf, likelyCash } from './cash.ts'
import type { FoundInvoice } from './counter-queries.ts'

type Props = {
  invoice: FoundInvoice
  /** Nothing less than what is due can be taken. */
  whole: boolean
  onTaken: (taken: Value<'/api/admin/invoice/{id}/cash', 'post'>) => void
}

/** What the devotee puts down, what goes back, and the press that books it. */
export function CashForm({ invoice, whole, onTaken }: Props) {
  const t = useT()
  const { due } = invoice
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [attempt] = useState(newAttempt)
  const field = useRef<HTMLInputElement>(null)
  const given = typed.trim() === '' ? null : parseAmount(typed)
  const cash = given === null ? null : cashOf(due, given)
  const take = useApi((amountReceived: number) =>
    guarded(() =>
      api.post('/api/admin/invoice/{id}/cash', {
        params: { id: invoice.id },
        body: { amountReceived },
        idempotencyKey: attempt.keyFor({ amountReceived }),
      }),
    ),
  )
  async function book(cents: number) {
    const result = await take.run(cents)
    if (result?.status === 200) {
      attempt.done()
      onTaken(result.value)
      return
    }
    setAsking(false)
    if (result?.status === 400) setError(result.body.errors?.[0]?.title ?? result.body.title)
    else if (result?.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
    else if (result?.status !== 401) toastFailure(result)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (take.pending) return
    const wrong =
      given === null || !cash
        ? t('office.amount-wrong')
        : whole && cash.rest > 0
          ? t('office.whole-only', { amount: money(due) })
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
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-2">{t('office.to-take')}</p>
        <p className="font-display text-4xl font-semibold leading-none">{money(due)}</p>
      </div>
      <TextField
        ref={field}
        label={t('office.given')}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
        error={error}
        className="min-h-16 text-right text-3xl font-bold tabular-nums"
      />
      <div className="grid grid-cols-2 gap-2" role="group" aria-label={t('office.quick')}>
        {likelyCash(due).map((cents) => (
          <Button
            key={cents}
            aria-pressed={given === cents}
            className={given === cents ? 'bg-gold-1' : ''}
            onClick={() => {
              setTyped(typedAmount(cents))
              setError(undefined)
            }}
          >
            {cents === due ? t('office.exact') : money(cents, true)}
          </Button>
        ))}
      </div>
      <p role="status" className="flex min-h-16 items-baseline justify-between gap-4 rounded-2xl bg-paper-2 px-4 py-3">
        <span className="font-semibold">{t(cash && cash.rest > 0 ? 'office.rest' : 'office.change')}</span>
        <span
          className={`font-display text-3xl font-semibold tabular-nums ${cash && cash.rest > 0 ? 'text-cinnabar' : 'text-jade'}`}
        >
          {cash ? money(cash.rest || cash.change) : '–'}
        </span>
      </p>
      <Button type="submit" kind="primary" wide pending={take.pending} className="min-h-16 text-xl">
        {t('office.take', { amount: money(cash?.taken ?? due) })}
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
