import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { date } from '../../../i18n/format.ts'
import { previewQuery, type Rule } from '../kinds/event/event-queries.ts'
import { LunarDate } from '../../kit/format/lunar-date.tsx'

/** How many upcoming lunar days are offered. */
const offered = 4

/** The next first and fifteenth lunar days, each a button that chooses its date. */
export function LunarDays({ from, value, onChoose }: { from: string; value: string; onChoose: (day: string) => void }) {
  const t = useT()
  const locale = useLocale()
  const none = { en: '', zh: '' }
  const rule: Rule = {
    kind: 'lunar-monthly',
    lunarDays: [1, 15],
    from,
    sessions: [{ key: '', title: none, place: none, begins: '07:00', ends: '08:00' }],
  }
  const next = useQuery(previewQuery('', none, rule)).data?.preview?.next ?? []
  if (next.length === 0) return null
  return (
    <div role="group" aria-label={t('records.pages-lunar-days')} className="flex flex-wrap gap-2">
      {next.slice(0, offered).map(({ day, lunar }) => (
        <button
          key={day}
          type="button"
          aria-pressed={day === value}
          onClick={() => onChoose(day)}
          className={`min-h-11 rounded-full px-4 ${day === value ? 'bg-lacquer text-gold-1' : 'bg-paper-2 hover:bg-gold-1'}`}
        >
          <LunarDate className="font-bold">{lunar}</LunarDate> {date(locale, day, 'day')}
        </button>
      ))}
    </div>
  )
}
