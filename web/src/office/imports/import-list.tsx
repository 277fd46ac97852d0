import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { isBusy, type Import } from './import-queries.ts'

/** Imports as cards, newest first: file, user, state, and until when it can be undone. */
export function ImportList({ rows }: { rows: readonly Import[] }) {
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: Import }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="card relative flex flex-wrap items-center gap-x-8 gap-y-2 p-5 transition hover:bg-gold-1 has-focus-visible:bg-gold-1">
      <div className="min-w-0 flex-1 basis-80">
        <Link
          href={`/imports/${row.id}`}
          className="block text-lg font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {t(`imports.title-${row.kind}`)}
        </Link>
        <p className="wrap-anywhere text-ink-2">{row.name}</p>
        <p className="text-sm text-ink-2">
          {t('imports.brought', { name: row.by, at: dateTime(locale, row.createdAt) })}
        </p>
      </div>
      <div className="text-right max-sm:text-left">
        <ImportState row={row} />
        <p className="mt-1 text-sm text-ink-2">
          {row.state === 'done' && t('imports.made-count', { count: row.made, shown: thousands(row.made) })}
          {row.state === 'done' &&
            row.undoUntil &&
            ` · ${t('imports.undo-until', { day: date(locale, row.undoUntil, 'short') })}`}
        </p>
      </div>
    </li>
  )
}

const looks: Record<string, [tone: BadgeTone, icon?: IconName]> = {
  done: ['good', 'check'],
  undone: ['over', 'undo'],
  failed: ['act', 'warning'],
  gone: ['over'],
}

/** The state of an import as a label. */
export function ImportState({ row }: { row: Import }) {
  const t = useT()
  const [tone, icon]: [BadgeTone, IconName?] = row.stuck
    ? ['act', 'warning']
    : (looks[row.state] ?? ['wait', isBusy(row) ? 'clock' : 'edit'])
  return (
    <Badge tone={tone} icon={icon}>
      {row.stuck ? t('imports.stuck') : t(keyFor('imports.state-', row.state))}
    </Badge>
  )
}
