import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { stateOf, type Run } from './run-queries.ts'

/** Print runs as cards: what, for which list, by whom, and its state. */
export function RunList({ rows }: { rows: readonly Run[] }) {
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: Run }) {
  const t = useT()
  const locale = useLocale()
  const { withdrawn, stale, spoiled } = row.counts
  return (
    <li className="card relative flex flex-wrap items-center gap-x-8 gap-y-2 p-5 transition hover:bg-gold-1 has-focus-visible:bg-gold-1">
      <div className="min-w-0 flex-1 basis-80">
        <Link
          href={`/print/run-${row.id}`}
          className="block text-lg font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {t('print.run-of', { kind: t(keyFor('print.kind-one-', row.kind)), no: row.no })}
        </Link>
        <p className="wrap-anywhere text-ink-2">{row.title[locale]}</p>
        <p className="text-sm text-ink-2">{t('print.run-by', { who: row.by, at: dateTime(locale, row.createdAt) })}</p>
      </div>
      <div className="text-right max-sm:text-left">
        <RunState run={row} />
        <p className="mt-1 text-sm text-ink-2">
          <RunAmount run={row} />
          {row.why && ` · ${t(`print.why-${row.why}`)}`}
        </p>
        {row.state === 'accepted' && withdrawn + stale + spoiled > 0 && (
          <p className="text-sm font-bold text-cinnabar">
            {(['withdrawn', 'stale', 'spoiled'] as const)
              .filter((outcome) => row.counts[outcome] > 0)
              .map((outcome) => `${t(`print.outcome-${outcome}`)} ${thousands(row.counts[outcome])}`)
              .join(' · ')}
          </p>
        )}
      </div>
    </li>
  )
}

/** How much a run prints: pieces, or names of a list, and sheets once known. */
export function RunAmount({ run }: { run: Run }) {
  const t = useT()
  const { kind, total, sheets } = run
  const words = kind === 'list' ? 'print.run-rows' : 'print.run-total'
  return (
    <>
      {t(words, { count: total })}
      {sheets > 0 && ` · ${t('print.run-sheets', { count: sheets })}`}
    </>
  )
}

const looks: Record<ReturnType<typeof stateOf>, [tone: BadgeTone, icon?: IconName]> = {
  queued: ['wait', 'clock'],
  running: ['wait', 'clock'],
  ready: ['strong', 'print'],
  'ready-list': ['good', 'check'],
  accepted: ['good', 'check'],
  cancelled: ['over', 'close'],
  failed: ['act', 'warning'],
  stuck: ['act', 'warning'],
}

/** The state of a run as a label. */
export function RunState({ run }: { run: Run }) {
  const t = useT()
  const state = stateOf(run)
  const [tone, icon] = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`print.state-${state}`)}
    </Badge>
  )
}
