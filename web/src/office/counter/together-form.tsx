import { useState, type FormEvent } from 'react'
import { api, type Value } from '../../api/client.ts'
import type { Told } from '../../forms/refusal.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { isMuch } from './cash.ts'
import { MuchCash } from './much-cash.tsx'
import { TakeCash } from './take-cash.tsx'
import { useTakeCash } from './use-take-cash.ts'

export type Unpaid = NonNullable<Value<'/api/admin/invoice/{id}/unpaid', 'get'>['items']>[number]
export type Together = Value<'/api/admin/invoice/cash', 'post'>

type Props = {
  /** The person's unpaid orders, at least two. */
  orders: readonly Unpaid[]
  onTaken: (taken: Together, undoable: number) => void
  onBack: () => void
}

/** Several orders of one person to tick, and the cash for all of them. */
export function TogetherForm({ orders, onTaken, onBack }: Props) {
  const t = useT()
  const locale = useLocale()
  const [left, setLeft] = useState<readonly string[]>([])
  const [asking, setAsking] = useState(false)
  const chosen = orders.filter(({ id }) => !left.includes(id))
  const due = chosen.reduce((sum, one) => sum + one.due, 0)
  const form = useTakeCash({
    due,
    call: (body: { ids: string[]; total: number; amountReceived: number }, idempotencyKey) =>
      api.post('/api/admin/invoice/cash', { body, idempotencyKey }),
    onTaken,
  })
  const { given, cash, take } = form
  const locked = take.unsent
  const book = () => {
    setAsking(false)
    void form.send({ ids: chosen.map(({ id }) => id), total: due, amountReceived: given ?? 0 })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (locked) return take.again()
    const wrong: Told | undefined =
      chosen.length < 2
        ? { key: 'counter.together-two' }
        : given === null || !cash
          ? { key: 'office.amount-wrong' }
          : cash.rest > 0
            ? { key: 'counter.whole-only', vars: { amount: money(due) } }
            : undefined
    form.setError(wrong)
    if (wrong || given === null) return form.refuse()
    if (isMuch(due, given)) setAsking(true)
    else book()
  }
  return (
    <form onSubmit={send} className="card space-y-4 p-5 sm:p-6" noValidate>
      <fieldset disabled={locked}>
        <legend className="mb-1 text-lg font-bold">{t('counter.together')}</legend>
        {orders.map((one) => (
          <Checkbox
            key={one.id}
            label={
              <>
                <b>{money(one.due)}</b> · {one.number} · {date(locale, one.createdAt, 'short')}
              </>
            }
            checked={!left.includes(one.id)}
            onChange={(event) => {
              setLeft(event.target.checked ? left.filter((id) => id !== one.id) : [...left, one.id])
              form.setError()
            }}
          />
        ))}
      </fieldset>
      <TakeCash cash={form} amount={due} />
      <MuchCash open={asking} due={due} given={given} onBack={() => setAsking(false)} onTake={book} />
      {!locked && (
        <Button wide onClick={onBack}>
          {t('counter.one-only')}
        </Button>
      )}
    </form>
  )
}
