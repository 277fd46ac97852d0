import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, sgt, shortMonth, time, weekday } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Ceremony } from './ceremony-queries.ts'
import { daysUntil } from './days-until.ts'
import { said, StateBar } from './state-bar.tsx'
import { LunarDate } from '../kit/format/lunar-date.tsx'

/**
 * A ceremony in the list: time and place, progress of its names, and whether its list is open. `now` is in epoch
 * milliseconds.
 */
export function CeremonyRow({ ceremony, now }: { ceremony: Ceremony; now: number }) {
  const t = useT()
  const locale = useLocale()
  const { id, title, startsAt, lunar, counts, sittings, doneAt } = ceremony
  const other = locale === 'zh' ? title.en : title.zh
  const places = [...new Set(sittings.map(({ place }) => place[locale]).filter(Boolean))]
  return (
    <li className="relative grid items-center gap-x-6 gap-y-3 border-line p-4 transition not-first:border-t hover:bg-gold-1 has-focus-visible:bg-gold-1 sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[5.5rem_minmax(0,1fr)_minmax(11rem,15rem)_minmax(9rem,12rem)]">
      <div
        className={`flex w-[5.5rem] flex-col items-center overflow-hidden rounded-2xl border border-line pb-1.5 text-center ${doneAt ? 'bg-paper-2' : 'bg-card'}`}
      >
        <span className={`w-full py-0.5 text-sm font-bold text-white ${doneAt ? 'bg-ink-2' : 'bg-cinnabar'}`}>
          {shortMonth(locale, startsAt)}
        </span>
        <span className="font-figures text-2xl leading-snug">{sgt(startsAt).day}</span>
        <LunarDate className="font-names text-sm text-gold-7">{lunar}</LunarDate>
      </div>
      <div className="min-w-0">
        <Link
          href={`/ceremonies/${id}`}
          className="block font-display text-lg font-bold leading-snug after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {title[locale]}
        </Link>
        {other && (
          <p lang={locale === 'zh' ? 'en' : 'zh-Hans'} className="font-names text-cinnabar">
            {other}
          </p>
        )}
        <p className="text-sm text-ink-2">
          {[
            weekday(locale, startsAt),
            sittings.map((one) => time(locale, one.startsAt)).join(locale === 'zh' ? '、' : ', '),
            ...places,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="max-lg:sm:col-start-2">
        <StateBar ceremony={ceremony} />
        <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {counts.late > 0 && (
            <Badge tone="act" size="low">
              {t('ceremonies.to-decide', { count: counts.late })}
            </Badge>
          )}
          {counts.takeOut > 0 && (
            <Badge tone="act" size="low">
              {t('ceremonies.take-out')} {said(counts.takeOut)}
            </Badge>
          )}
          {counts.unpaid > 0 && !doneAt && (
            <Badge tone="wait" size="low">
              {t('ceremonies.not-paid-count', { count: counts.unpaid })}
            </Badge>
          )}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 max-lg:sm:col-start-2">
        <CeremonyState ceremony={ceremony} now={now} />
        <Icon name="arrow" className="shrink-0 text-cinnabar max-sm:hidden" />
      </div>
    </li>
  )
}

function CeremonyState({ ceremony, now }: { ceremony: Ceremony; now: number }) {
  const t = useT()
  const locale = useLocale()
  const { startsAt, doneAt, closedAt, closesAt } = ceremony
  const days = daysUntil(startsAt, now)
  const soon = !doneAt && (days === 0 || days === 1)
  return (
    <p className="min-w-0">
      {doneAt ? (
        <Badge tone="over" icon="check">
          {t('ceremonies.done')}
        </Badge>
      ) : soon ? (
        <Badge tone="dark" icon="clock">
          {t(days === 0 ? 'office.today' : 'office.tomorrow')}
        </Badge>
      ) : closedAt ? (
        <Badge tone="wait">{t('ceremonies.closed')}</Badge>
      ) : (
        <Badge tone="good" icon="check">
          {t('ceremonies.open')}
        </Badge>
      )}
      <span className="mt-1 block text-sm text-ink-2">
        {doneAt
          ? date(locale, doneAt, 'short')
          : closedAt
            ? t('ceremonies.closed-on', { date: date(locale, closedAt, 'short') })
            : closesAt
              ? t('ceremonies.closes-on', { date: date(locale, closesAt, 'short') })
              : t('ceremonies.never-closes')}
      </span>
    </p>
  )
}
