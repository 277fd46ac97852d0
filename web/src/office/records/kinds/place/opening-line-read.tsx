import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date, time, weekday } from '../../../../i18n/format.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { lunarDay, lunarMonths } from '../../../kit/format/lunar-words.ts'
import type { OpeningLine } from './opening-lines.ts'

/** A line of the opening hours as text: days, times, and the text beside it. */
export function OpeningLineRead({ line }: { line: OpeningLine }) {
  const t = useT()
  const days = useDays(line)
  const past = line.opens && line.closes && line.closes < line.opens
  const notes = [past && t('records-place.opening-past-midnight')].filter(Boolean)
  return (
    <div className="grid min-w-0 grow items-baseline gap-x-4 gap-y-0.5 py-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <p className="min-w-0">
        <strong>{days.words}</strong>
        {days.written && (
          <span lang="zh-Hans" className="block text-sm text-ink-2">
            {days.written}
          </span>
        )}
      </p>
      <p className="min-w-0">
        {line.closed ? (
          <Badge tone="act">{t('records-place.opening-closed')}</Badge>
        ) : (
          <span className="whitespace-nowrap">
            <Hour at={line.opens} /> – <Hour at={line.closes} />
          </span>
        )}
      </p>
      {(line.name.en || line.name.zh || notes.length > 0) && (
        <p className="min-w-0 text-sm text-ink-2 sm:col-span-2">
          {line.name.en && <span lang="en">{line.name.en} </span>}
          {line.name.zh && <span lang="zh-Hans">{line.name.zh} </span>}
          {notes.map((one) => (
            <span key={String(one)}>{one}</span>
          ))}
        </p>
      )}
    </div>
  )
}

function Hour({ at }: { at: string | undefined }) {
  const locale = useLocale()
  return <>{at ? time(locale, `2026-01-01T${at}:00+08:00`) : '?'}</>
}

/** The days of a line as text; beside the English for lunar days, their Chinese form. */
function useDays(line: OpeningLine): { words: string; written?: string } {
  const t = useT()
  const locale = useLocale()
  const apart = locale === 'zh' ? '、' : ', '
  const unsaid = { words: t('records-place.opening-days-open') }
  switch (line.on) {
    case 'every':
      return { words: t('records-place.opening-on-every') }
    case 'weekday':
      // 5 January 1970 was a Monday.
      return line.days?.length
        ? {
            words: [...line.days]
              .sort((a, b) => a - b)
              .map((one) => weekday(locale, (one + 3) * 86_400_000))
              .join(apart),
          }
        : unsaid
    case 'lunar-day': {
      const on = [...(line.days ?? [])].sort((a, b) => a - b)
      if (on.length === 0) return unsaid
      const written = on.map((one) => lunarDay(one)).join('、')
      return locale === 'zh'
        ? { words: t('records-place.opening-lunar-days', { days: written }) }
        : { words: t('records-place.opening-lunar-days', { days: on.join(apart) }), written }
    }
    case 'lunar-date': {
      const month = line.month ?? 1
      const written =
        (lunarMonths[month - 1] ?? '') + (line.day ? lunarDay(line.day) : t('records-place.opening-last-day'))
      if (locale === 'zh') return { words: written }
      return line.day
        ? { words: t('records-place.opening-lunar-date', { month, day: line.day }), written }
        : { words: t('records-place.opening-lunar-last', { month }) }
    }
    case 'date':
      return line.date ? { words: `${date(locale, line.date)} ${weekday(locale, line.date)}` } : unsaid
  }
}
