import type { Ref } from 'react'
import { typedAmount, writeAmount } from '../../domain/amount.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { cashGiven, likelyCash } from '../counter/cash.ts'
import { pressed } from './express.ts'

type Props = {
  /** In cents; 0 if nothing is chosen yet. */
  due: number
  typed: string
  error: string | undefined
  locked: boolean
  field: Ref<HTMLInputElement>
  onType: (typed: string) => void
}

const look = (here: boolean) => (here ? 'bg-lacquer text-gold-1' : 'bg-gold-1 text-[#5c3f0d] hover:bg-gold-3')
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const

/** The cash given: by banknote, keypad, or typing. An empty field is the exact sum. */
export function ExpressCash({ due, typed, error, locked, field, onType }: Props) {
  const t = useT()
  const { given } = cashGiven(due, typed)
  return (
    <section
      aria-label={t('walk-in.cash')}
      className="card flex flex-col gap-3 p-4 xl:sticky xl:top-16 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:self-start"
    >
      <p className="flex items-baseline justify-between gap-3 font-semibold text-ink-2">
        {t('walk-in.due')}
        <span className="text-2xl font-bold text-ink tabular-nums">{due > 0 ? money(due) : '–'}</span>
      </p>
      <TextField
        ref={field}
        label={t('office.given')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={due > 0 ? writeAmount(due) : '0.00'}
        value={typed}
        readOnly={locked}
        onChange={(event) => onType(event.target.value)}
        error={error}
        className="min-h-14 text-right text-3xl font-bold tabular-nums"
      />
      <div role="group" aria-label={t('office.quick')} className="grid auto-cols-fr grid-flow-col gap-2">
        {(due > 0 ? likelyCash(due).slice(0, 4) : []).map((cents) => (
          <button
            key={cents}
            type="button"
            disabled={locked}
            aria-pressed={given === cents}
            onClick={() => onType(cents === due ? '' : typedAmount(cents))}
            className={`min-h-14 rounded-[0.875rem] px-1 text-xl font-bold tabular-nums ${look(given === cents)}`}
          >
            {cents === due ? t('walk-in.just', { amount: typedAmount(cents) }) : typedAmount(cents)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={t('walk-in.keypad')} className="grid grow grid-cols-3 gap-2">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            disabled={locked}
            aria-label={key === 'back' ? t('walk-in.key-back') : key === '.' ? t('walk-in.key-point') : undefined}
            onClick={() => onType(pressed(typed, key))}
            className="grid min-h-13 place-items-center xl:min-h-16 rounded-[0.875rem] bg-paper-2 text-[1.625rem] font-semibold hover:bg-gold-1"
          >
            {key === 'back' ? <Icon name="backspace" size={26} /> : key}
          </button>
        ))}
      </div>
    </section>
  )
}
