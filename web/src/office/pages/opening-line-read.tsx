import { useLocale, useT } from '../../i18n/context.tsx'
import { date, time, weekday } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { lunarDay, lunarMonths } from '../kit/lunar-words.ts'
import type { OpeningLine } from './opening-lines.ts'

/** A line of the opening hours as one reads it: on which days, from when to when, and what stands beside it. */
export function OpeningLineRead({ line }: { line: OpeningLine }) {
  const t = useT()
  const days = useDays(line)
  const past = line.opens && line.closes && line.closes < line.opens
  const notes = [past && t('pages.opening-past-midnight')].filter(Boolean)
  return (
    <div className="grid min-w-0 grow items-baseline gap-x-4 gap-y-0.5 py-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <p className="min-w-0">
        <strong lang={days.lang}>{days.words}</strong>
      </p>
      <p className="min-w-0">
        {line.closed ? (
          <Badge tone="act">{t('pages.opening-closed')}</Badge>
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

/** The days of a line in words. */
function useDays(line: OpeningLine): { words: string; lang?: string } {
  const t = useT()
  const locale = useLocale()
  const apart = locale === 'zh' ? '、' : ', '
  const unsaid = { words: t('pages.opening-days-open') }
  switch (line.on) {
    case 'every':
      return { words: t('pages.opening-on-every') }
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
    case 'lunar-day':
      return line.days?.length
        ? {
            words: [...line.days]
              .sort((a, b) => a - b)
              .map((one) => lunarDay(one))
              .join('、'),
            lang: 'zh-Hans',
          }
        : unsaid
    case 'lunar-date':
      return {
        words: `${lunarMonths[(line.month ?? 1) - 1] ?? ''}${line.day ? lunarDay(line.day) : ` · ${t('pages.opening-last-day')}`}`,
        lang: line.day ? 'zh-Hans' : undefined,
      }
    case 'date':
      return line.date ? { words: `${date(locale, line.date)} ${weekday(locale, line.date)}` } : unsaid
  }
}
