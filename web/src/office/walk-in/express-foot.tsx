import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Cash } from '../counter/cash.ts'
import { ChangeNotes } from './change-notes.tsx'

type Props = {
  /** The cash of the current sale; null while the typed amount is invalid. */
  cash: Cash | null
  /** The change of the previous sale, in cents: shown until the next one begins. */
  done: number | undefined
  due: number
  prints: boolean
  pending: boolean
  again: boolean
  onPayNow: () => void
}

/** The change, and the button that takes the cash and prints. */
export function ExpressFoot({ cash, done, due, prints, pending, again, onPayNow }: Props) {
  const t = useT()
  const short = done === undefined && cash !== null && cash.rest > 0
  const change = done ?? (due > 0 ? (cash?.change ?? 0) : 0)
  return (
    <div className="sticks sticky bottom-0 z-10 -mx-1 flex flex-wrap items-stretch gap-3 bg-paper px-1 py-2">
      <div
        role="status"
        className={`flex min-h-20 min-w-60 grow basis-80 items-center gap-3 rounded-[1.375rem] px-5 text-white ${short ? 'bg-cinnabar-7' : 'bg-jade'}`}
      >
        <span className="whitespace-nowrap text-xl font-semibold">
          {done !== undefined && <Icon name="check" size={28} className="mb-1" />}
          {t(short ? 'office.rest' : done === undefined ? 'office.change' : 'office.give-back')}
        </span>
        <span
          className={`font-bold leading-none tracking-tight tabular-nums ${change < 100_00 && !short ? 'text-[3.25rem]' : 'text-[2.75rem]'}`}
        >
          {money(short ? cash.rest : change, change % 100 === 0 && !short && change === 0)}
        </span>
        {!short && change > 0 && <ChangeNotes cents={change} />}
      </div>
      <button
        type="submit"
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        className="btn btn-1 min-h-20 basis-64 max-md:grow gap-3 px-4 rounded-[1.375rem] text-left text-2xl"
      >
        {pending ? (
          <span
            aria-hidden="true"
            className="size-6 animate-spin rounded-full border-2 border-current border-r-transparent"
          />
        ) : (
          <Icon name={prints ? 'print' : 'check'} size={28} className="shrink-0" />
        )}
        <span className="leading-tight">
          {again ? t('common.try-again') : t(prints ? 'walk-in.take-print' : 'walk-in.take-only')}
          <span className="block text-[0.9375rem] font-medium">
            {t('walk-in.in-cash', { amount: due > 0 ? money(due) : '–' })}
          </span>
        </span>
      </button>
      <button
        type="button"
        disabled={pending || again}
        onClick={onPayNow}
        className="btn btn-2 min-h-20 w-24 rounded-[1.375rem] px-2 text-center leading-snug"
      >
        {t('walk-in.use-paynow')}
      </button>
    </div>
  )
}
