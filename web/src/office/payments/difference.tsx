import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'

/** What the member says was transferred, in words, where it is not what was due. */
export function Difference({ due, declared }: { due: number; declared: number }) {
  const t = useT()
  if (due === declared) return null
  const more = declared > due
  return (
    <span className="block text-sm font-bold text-cinnabar">
      {t(more ? 'office.says-more' : 'office.says-less', {
        amount: money(declared),
        difference: money(Math.abs(declared - due)),
      })}
    </span>
  )
}
