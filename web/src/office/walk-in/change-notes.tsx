import { typedAmount } from '../../domain/amount.ts'
import { useT } from '../../i18n/context.tsx'
import { inPieces } from './express.ts'

/** The colours of Singapore's banknotes, dark enough for white digits; coins are brass. */
const tones = new Map([
  [100_00, 'bg-[#a85a12]'],
  [50_00, 'bg-[#2f6089]'],
  [10_00, 'bg-[#a83c50]'],
  [5_00, 'bg-[#3d7040]'],
  [2_00, 'bg-[#6a5aa8]'],
])

/** The notes and coins to give back, as few as possible. */
export function ChangeNotes({ cents }: { cents: number }) {
  const t = useT()
  return (
    <ul
      aria-label={t('walk-in.hand-back')}
      className="ml-auto flex max-h-24 flex-col flex-wrap items-end justify-center gap-1.5"
    >
      {inPieces(cents).map(({ value, count }) => (
        <li
          key={value}
          className={`min-w-13 px-1.5 text-center text-sm font-bold leading-6.5 text-white tabular-nums ${tones.get(value) ?? 'bg-[#7a5414]'} ${value < 2_00 ? 'rounded-full' : 'rounded-md'}`}
        >
          {count > 1 ? `${count} × ${typedAmount(value)}` : typedAmount(value)}
        </li>
      ))}
    </ul>
  )
}
