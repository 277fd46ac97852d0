import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { api, type Value } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { toastFailure } from '../../forms/use-api.ts'
import { useTold, whyRefused, type Told } from '../../forms/use-told.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useSendOnce } from '../kit/send-once.ts'
import { guarded } from '../kit/session-gate.ts'
import { undoUntil } from '../kit/undo-store.ts'
import { UnsentNotice } from '../kit/unsent-notice.tsx'
import { CashFields } from './cash-fields.tsx'
import { cashGiven } from './cash.ts'

export type Unpaid = NonNullable<Value<'/api/admin/invoice/{id}/unpaid', 'get'>['items']>[number]
export type Together = Value<'/api/admin/invoice/cash', 'post'>

type Props = {
  /** What the person has not paid, two at least. */
  orders: readonly Unpaid[]
  onTaken: (taken: Together, undoable: number) => void
  onBack: () => void
}

/** Several orders of one person, ticked, and the cash for all of them. */
export function TogetherForm({ orders, onTaken, onBack }: Props) {
  const t = useT()
  const locale = useLocale()
  const [left, setLeft] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [error, setError] = useTold()
  const [noShift, setNoShift] = useState(false)
  const sentAt = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  const chosen = orders.filter(({ id }) => !left.includes(id))
  const due = chosen.reduce((sum, one) => sum + one.due, 0)
  const { given, cash } = cashGiven(due, typed)
  const finish = (result: ApiResult<Together>) => {
    if (result.status === 200) return onTaken(result.value, undoUntil(sentAt.current))
    if (result.status === 400) {
      setNoShift(result.body.code === 'shift-not-open')
      setError(whyRefused(result.body))
    } else if (result.status !== 401) toastFailure(result)
  }
  const take = useSendOnce(
    (body: { ids: string[]; total: number; amountReceived: number }, idempotencyKey) =>
      guarded(() => {
        sentAt.current ||= Date.now()
        return api.post('/api/admin/invoice/cash', { body, idempotencyKey })
      }),
    finish,
  )
  const locked = take.unsent
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (locked) return take.again()
    const wrong: Told | undefined =
      chosen.length < 2
        ? { key: 'office.together-two' }
        : given === null || !cash
          ? { key: 'office.amount-wrong' }
          : cash.rest > 0
            ? { key: 'office.whole-only', vars: { amount: money(due) } }
            : undefined
    setError(wrong)
    if (wrong || given === null) return field.current?.focus()
    sentAt.current = 0
    void take.send({ ids: chosen.map(({ id }) => id), total: due, amountReceived: given })
  }
  return (
    <form onSubmit={send} className="card space-y-4 p-5 sm:p-6" noValidate>
      <fieldset disabled={locked}>
        <legend className="mb-1 text-lg font-bold">{t('office.together')}</legend>
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
              setError()
            }}
          />
        ))}
      </fieldset>
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
        {locked ? t('common.try-again') : t('office.take', { amount: money(due) })}
      </Button>
      {!locked && (
        <Button wide onClick={onBack}>
          {t('office.one-only')}
        </Button>
      )}
    </form>
  )
}
