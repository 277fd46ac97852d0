import { useLocale } from '../i18n/context.tsx'
import { sgt, shortMonth, weekday } from '../i18n/format.ts'

/** A leaf of a wall calendar: month, day and weekday in Singapore. `quiet` is for past days. */
export function DateTile({ at, quiet }: { at: string; quiet?: boolean }) {
  const locale = useLocale()
  return (
    <div className={quiet ? 'date-tile date-tile-quiet' : 'date-tile'}>
      <span>{shortMonth(locale, at)}</span>
      <span>{sgt(at).day}</span>
      <span>{weekday(locale, at)}</span>
    </div>
  )
}
