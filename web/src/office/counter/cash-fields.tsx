import type { Ref } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { typedAmount, writeAmount } from '../../domain/amount.ts'
import { cashGiven, likelyCash } from './cash.ts'

type Props = {
  /** The amount due, in cents. */
  due: number
  typed: string
  error: string | undefined
  /** It is being sent and must not change. */
  locked?: boolean
  field: Ref<HTMLInputElement>
  onType: (typed: string) => void
}

/** The amount due, the cash given, typed or chosen from banknotes, and the change or the missing amount. */
export function CashFields({ due, typed, error, locked, field, onType }: Props) {
  const t = useT()
  const { given, cash } = cashGiven(due, typed)
  const short = cash !== null && cash.rest > 0
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-2">{t('counter.to-take')}</p>
        <p className="font-display text-4xl font-semibold leading-none">{money(due)}</p>
      </div>
      <TextField
        ref={field}
        label={t('office.given')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={writeAmount(due)}
        value={typed}
        readOnly={locked}
        onChange={(event) => onType(event.target.value)}
        error={error}
        className="min-h-16 text-right text-3xl font-bold tabular-nums"
      />
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2"
        role="group"
        aria-label={t('office.quick')}
      >
        {likelyCash(due).map((cents) => (
          <Button
            key={cents}
            aria-pressed={given === cents}
            disabled={locked}
            className={`px-1 leading-tight ${given === cents ? 'bg-gold-1' : ''}`}
            onClick={() => onType(cents === due ? '' : typedAmount(cents))}
          >
            {cents === due ? t('counter.exact') : money(cents, true)}
          </Button>
        ))}
      </div>
      <p role="status" className="flex min-h-16 items-baseline justify-between gap-4 rounded-2xl bg-paper-2 px-4 py-3">
        <span className="font-semibold">{t(short ? 'office.rest' : 'office.change')}</span>
        <span className={`font-display text-4xl font-semibold tabular-nums ${short ? 'text-cinnabar' : 'text-jade'}`}>
          {cash ? money(cash.rest || cash.change) : '–'}
        </span>
      </p>
    </>
  )
}
