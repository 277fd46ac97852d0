import { useLocale } from '../i18n/context.tsx'
import { sgt, shortMonth, weekday } from '../i18n/format.ts'

/** A leaf of a wall calendar: month, day and weekday in Singapore. `quiet` is for past days. */
export function DateTile({ at, quiet }: { at: string; quiet?: boolean }) {
  const locale = useLocale()
  return (
    <div
      className={`flex w-[5.2rem] shrink-0 flex-col items-center self-start overflow-hidden rounded-2xl pb-2 text-center ${quiet ? 'bg-paper-2' : 'bg-cinnabar-1'}`}
    >
      <span className={`w-full py-0.5 text-sm font-bold text-white ${quiet ? 'bg-ink-2' : 'bg-cinnabar'}`}>
        {shortMonth(locale, at)}
      </span>
      <span className="font-figures text-4xl leading-[1.25]">{sgt(at).day}</span>
      <span className="text-xs font-semibold text-ink-2">{weekday(locale, at)}</span>
    </div>
  )
}
