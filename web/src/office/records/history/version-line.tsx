import type { ReactNode } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Initial } from '../../kit/person/initial.tsx'
import { lately, within } from '../../kit/format/lately.ts'
import type { Summary, VersionRow } from '../record-queries.ts'

const icons: Partial<Record<VersionRow['why'], IconName>> = {
  schedule: 'clock',
  restore: 'undo',
  'set-aside': 'copy',
  questions: 'swap',
}

type Own = {
  /** The current time, in milliseconds. */
  now: number
  on: boolean
  onChoose: () => void
}

/** A version in the list: time, author and reason. `source` is the version restored by it. */
export function VersionLine({ row, source, now, ...own }: Own & { row: VersionRow; source: VersionRow | undefined }) {
  const t = useT()
  const locale = useLocale()
  const { why, by, languages } = row
  const which = languages.length === 2 ? 'both' : languages[0] === 'zh' ? 'zh' : 'en'
  const words = () => {
    if (why === 'publish' && by.name) return t(`records.by-${which}`, { name: by.name })
    let said = t(`records.why-${why}`, { number: row.source ?? 0 })
    if (why === 'restore' && source) said = t('records.why-restore-of', { at: within(locale, source.at, now) })
    // A scheduled or withdrawn version was not published by that; publication creates its own version.
    if (why === 'schedule' && languages.length === 0) said = t('records.why-scheduled')
    return by.name ? `${said} · ${by.name}` : said
  }
  const icon = icons[why]
  return (
    <Line
      {...own}
      at={lately(t, locale, row.at, now)}
      by={by}
      words={words()}
      state={
        row.onSite.length > 0 ? (
          <Badge tone="good" icon="check" size="low">
            {t('records.state-live')}
            {row.onSite.length === 1 && ` · ${row.onSite[0] === 'zh' ? '中' : 'EN'}`}
          </Badge>
        ) : (
          icon && <Icon name={icon} size={18} className="shrink-0" />
        )
      }
    />
  )
}

/** The current draft above its versions, if it differs from what is published. */
export function DraftLine({ record, now, ...own }: Own & { record: Summary }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Line
      {...own}
      at={lately(t, locale, record.changedAt, now)}
      by={record.changedBy}
      words={t('records.draft-only')}
      state={
        <Badge tone="wait" icon="edit" size="low">
          {t('records.state-draft')}
        </Badge>
      }
    />
  )
}

type Props = Pick<Own, 'on' | 'onChoose'> & { at: string; by: VersionRow['by']; words: string; state: ReactNode }

function Line({ on, onChoose, at, by, words, state }: Props) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className={`flex w-full items-start gap-3 rounded-card p-3 text-left ${on ? 'bg-card shadow-card' : 'hover:bg-gold-1/60'}`}
    >
      {by.name ? <Initial person={by} className="mt-0.5" /> : <span className="size-7 shrink-0" />}
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center justify-between gap-x-2 font-bold">
          {at}
          {state}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-2">{words}</span>
      </span>
    </button>
  )
}
