import { useId } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { coins, notes, numberOf, sumOf, type Counted } from './denominations.ts'

type Props = { counted: Counted; onChange: (counted: Counted) => void; disabled?: boolean }

/** The number of notes and coins of each denomination, and their sum. */
export function CountFields({ counted, onChange, disabled }: Props) {
  const t = useT()
  const sum = sumOf(counted)
  const group = (title: string, values: readonly number[]) => (
    <fieldset>
      <legend className="mb-2 text-lg font-bold">{title}</legend>
      <div className="space-y-2">
        {values.map((value) => (
          <Piece
            key={value}
            value={value}
            typed={counted[value] ?? ''}
            disabled={disabled}
            onType={(typed) => onChange({ ...counted, [value]: typed })}
          />
        ))}
      </div>
    </fieldset>
  )
  return (
    <div className="@container">
      <div className="grid gap-x-10 gap-y-5 @2xl:grid-cols-2">
        {group(t('shift.notes'), notes)}
        {group(t('shift.coins'), coins)}
      </div>
      <p role="status" className="mt-4 flex items-baseline justify-between gap-4 rounded-2xl bg-paper-2 px-4 py-3">
        <span className="font-semibold">{t('shift.counted')}</span>
        <span className="font-display text-3xl font-semibold tabular-nums">{sum === null ? '–' : money(sum)}</span>
      </p>
    </div>
  )
}

/** Goes to the first piece whose number is none. */
export function focusWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

function Piece(props: { value: number; typed: string; disabled?: boolean; onType: (typed: string) => void }) {
  const t = useT()
  const id = useId()
  const { value, typed } = props
  const number = numberOf(typed)
  return (
    <div className="grid grid-cols-[5.5rem_6.5rem_minmax(0,1fr)] items-center gap-3">
      <label htmlFor={id} className="text-lg font-bold tabular-nums">
        {money(value, true)}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={6}
        value={typed}
        readOnly={props.disabled}
        aria-invalid={number === null || undefined}
        aria-describedby={number === null ? `${id}-error` : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => props.onType(event.target.value)}
        className="field min-h-12 text-right text-lg tabular-nums"
      />
      <span className="whitespace-nowrap text-right tabular-nums text-ink-2">
        {number === null ? (
          <span id={`${id}-error`} className="text-cinnabar">
            {t('shift.not-a-number')}
          </span>
        ) : (
          number > 0 && money(number * value)
        )}
      </span>
    </div>
  )
}
