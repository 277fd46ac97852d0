import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'

/** The declared amount, if it differs from the amount due; `short` if the amount is shown beside it. */
export function Difference({ due, declared, short = false }: { due: number; declared: number; short?: boolean }) {
  const t = useT()
  if (due === declared) return null
  const more = declared > due
  return (
    <span className="block text-sm font-bold text-cinnabar">
      {t(`payments.${short ? 'is' : 'says'}-${more ? 'more' : 'less'}`, {
        amount: money(declared),
        difference: money(Math.abs(declared - due)),
      })}
    </span>
  )
}
