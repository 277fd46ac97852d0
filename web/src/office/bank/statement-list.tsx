import { keyFor } from '../../i18n/messages.ts'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { isBusy, type Statement } from './bank-queries.ts'
import { spanOf } from './span.ts'

/** Statements as cards, newest first. */
export function StatementList({ rows }: { rows: readonly Statement[] }) {
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: Statement }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li
      className={`card relative flex flex-wrap items-center gap-x-8 gap-y-2 p-5 transition hover:bg-gold-1 has-focus-visible:bg-gold-1 ${row.state === 'undone' ? 'text-ink-2' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <Link
          href={`/bank/${row.id}`}
          className="block text-lg font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {[row.bank || t('bank.unknown-bank'), row.account].filter(Boolean).join(' ')}
          {row.from && row.through && (
            <span className="font-normal"> · {spanOf(t, locale, row.from, row.through)}</span>
          )}
        </Link>
        <p className="wrap-anywhere text-ink-2">
          {row.name}
          {row.lines > 0 && (
            <b className="text-jade">
              {' · '}
              {t('bank.recognised', { count: row.recognised, total: row.lines })}
            </b>
          )}
        </p>
        {row.state === 'ready' && row.skipped > 0 && !row.skippedSeenAt && (
          <p className="font-bold text-cinnabar">{t('bank.unread', { count: row.skipped })}</p>
        )}
        <p className="text-sm text-ink-2">
          {t('bank.brought', { name: row.uploadedBy, at: dateTime(locale, row.createdAt) })}
        </p>
      </div>
      <State row={row} />
    </li>
  )
}

function State({ row }: { row: Statement }) {
  const t = useT()
  const { certain, likely, several, none, matched } = row.tallies
  if (row.stuck) return <p className="font-bold text-cinnabar">{t('bank.stuck')}</p>
  if (isBusy(row)) return <p className="font-bold">{t(keyFor('bank.state-', row.state))} …</p>
  if (row.state !== 'ready')
    return (
      <p className={`font-bold ${row.state === 'undone' ? '' : 'text-cinnabar'}`}>
        {t(keyFor('bank.state-', row.state))}
      </p>
    )
  const waiting = certain.count + likely.count + several.count + none.count
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-right">
      <div>
        <dt className="text-sm text-ink-2">{t('bank.tab-matched')}</dt>
        <dd className="font-bold">
          {matched.count} · {money(matched.sum)}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-ink-2">{t('bank.waiting')}</dt>
        <dd className={`font-bold ${waiting > 0 ? 'text-cinnabar' : ''}`}>
          {waiting} · {money(certain.sum + likely.sum + several.sum + none.sum)}
        </dd>
      </div>
    </dl>
  )
}
