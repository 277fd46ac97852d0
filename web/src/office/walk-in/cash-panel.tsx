import { useEffect, useRef, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { parseAmount, typedAmount } from '../amount.ts'
import { likelyCash } from '../counter/cash.ts'

type Props = {
  /** Cents. */
  due: number
  typed: string
  error: string | undefined
  pending: boolean
  onType: (typed: string) => void
  onTake: () => void
}

/** What the devotee puts down, what goes back, and the press that makes the order and books the cash. */
export function CashPanel({ due, typed, error, pending, onType, onTake }: Props) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const given = parseAmount(typed)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onTake()
  }
  return (
    <form className="card space-y-4 p-5 sm:p-6" onSubmit={send} noValidate>
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
        onChange={(event) => onType(event.target.value)}
        error={error}
        className="min-h-16 text-right text-3xl font-bold tabular-nums"
      />
      <div className="grid grid-cols-2 gap-2" role="group" aria-label={t('office.quick')}>
        {likelyCash(due).map((cents) => (
          <Button
            key={cents}
            aria-pressed={given === cents}
            className={given === cents ? 'bg-gold-1' : ''}
            onClick={() => onType(typedAmount(cents))}
          >
            {cents === due ? t('office.exact') : money(cents, true)}
          </Button>
        ))}
      </div>
      <p role="status" className="flex min-h-16 items-baseline justify-between gap-4 rounded-2xl bg-paper-2 px-4 py-3">
        <span className="font-semibold">{t('office.change')}</span>
        <span className="font-display text-3xl font-semibold tabular-nums text-jade">
          {given !== null && given >= due ? money(given - due) : '–'}
        </span>
      </p>
      <Button type="submit" kind="primary" wide pending={pending} className="min-h-16 text-xl">
        {t('office.take', { amount: money(due) })}
      </Button>
    </form>
  )
}
