import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date, dayOf, monthOfYear, sgt, shortMonth, time, weekday } from '../../../../i18n/format.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import type { Preview, PreviewDate } from './event-queries.ts'

type Props = {
  preview: Preview | undefined
  failed: boolean
  fresh: boolean
  /** All its dates were chosen, and are past. */
  past: boolean
  /** Every date is shown, not only the next ones. */
  all: boolean
  onAll: (all: boolean) => void
}

/** The next twelve dates of the typed rule, or all, as the site will show them, with conflicts. */
export function NextDates(props: Props) {
  const t = useT()
  const locale = useLocale()
  const { preview, failed, all, onAll } = props
  const [today] = useState(() => dayOf(Date.now()))
  return (
    <Panel size="s" className={all ? undefined : 'lg:sticky lg:top-4'} aria-labelledby="next-dates">
      <h2 id="next-dates" className="text-xl">
        {t(all ? 'records-event.all' : 'records-event.next')}
      </h2>
      <p className="mt-1 text-ink-2">
        {t(
          !failed
            ? 'records-event.next-text'
            : preview?.next.length
              ? 'records-event.next-wrong'
              : 'records-event.next-unfinished',
        )}
      </p>
      {preview && (
        <div aria-busy={!props.fresh || undefined} className={failed || !props.fresh ? 'grayscale' : undefined}>
          {preview.clashes.length > 0 && (
            <div className="mt-3">
              <Notice kind="warning" title={t('records-event.clashes', { count: preview.clashes.length })}>
                <ul>
                  {preview.clashes.slice(0, 3).map((one) => (
                    <li key={`${one.day} ${one.key}`}>
                      {t('records-event.clash', {
                        day: date(locale, one.startsAt, 'short'),
                        title: locale === 'zh' ? one.title.zh : one.title.en,
                        place: locale === 'zh' ? one.place.zh : one.place.en,
                        time: time(locale, one.startsAt),
                      })}
                    </li>
                  ))}
                </ul>
              </Notice>
            </div>
          )}
          <ol className="mt-3 divide-y divide-line border-y border-line">
            {preview.next.map((one, i) => (
              <Row key={one.day} one={one} before={preview.next[i - 1]?.day ?? today} today={today} />
            ))}
          </ol>
          {preview.next.length === 0 && !failed && (
            <p className="mt-3 font-semibold">{t(props.past ? 'records-event.past' : 'fault.rule-without-dates')}</p>
          )}
          {preview.more > 0 && (
            <p className="mt-3">
              <b>{t('records-event.more', { count: preview.more, month: monthOfYear(locale, preview.until) })}</b>{' '}
              <button type="button" className="link touch font-bold" onClick={() => onAll(true)}>
                {t('records-event.see-all')}
              </button>
            </p>
          )}
          {all && (
            <button type="button" className="link touch mt-3 font-bold" onClick={() => onAll(false)}>
              {t('records-event.see-next')}
            </button>
          )}
          <p className="mt-2 text-ink-2">{t('records-event.feed')}</p>
        </div>
      )}
    </Panel>
  )
}

function Row({ one, before, today }: { one: PreviewDate; before: string; today: string }) {
  const t = useT()
  const locale = useLocale()
  const { year } = sgt(one.day)
  const tomorrow = dayOf(Date.parse(today) + 24 * 60 * 60 * 1000)
  const off = one.exception === 'left-out' || one.exception === 'cancelled'
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5">
      <span className="w-12 shrink-0 overflow-hidden rounded-xl text-center shadow-[inset_0_0_0_1px_var(--color-line)]">
        <span className={`block text-xs font-bold text-white ${off ? 'bg-ink-2' : 'bg-cinnabar'}`}>
          {shortMonth(locale, one.day)}
        </span>
        <span className={`block font-figures text-lg leading-snug ${off ? 'text-ink-2' : ''}`}>{sgt(one.day).day}</span>
      </span>
      <span className={`min-w-0 grow ${off ? 'text-ink-2 line-through' : ''}`}>
        <b lang="zh-Hans">{one.lunar}</b> <span className="text-ink-2">· {weekday(locale, one.day)}</span>
      </span>
      {year !== sgt(before).year && (
        <span className="text-sm text-ink-2">
          {year}
          {locale === 'zh' && '年'}
        </span>
      )}
      {!one.exception && (one.day === today || one.day === tomorrow) && (
        <Badge tone="good" size="low">
          {t(one.day === today ? 'office.today' : 'office.tomorrow')}
        </Badge>
      )}
      {off && (
        <Badge tone="over">{t(`records-event.act-${one.exception === 'cancelled' ? 'cancelled' : 'left-out'}`)}</Badge>
      )}
      {one.exception === 'moved' && (
        <Badge tone="wait">
          {date(locale, one.startsAt, 'short')}, {time(locale, one.startsAt)}
        </Badge>
      )}
    </li>
  )
}
