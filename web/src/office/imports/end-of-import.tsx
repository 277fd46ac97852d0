import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { rowsQuery, type Import } from './import-queries.ts'
import { MadeRow } from './made-row.tsx'
import { SpotsPanel } from './spots-panel.tsx'
import { TakeBack } from './take-back.tsx'

/** The result of an import with an undo button, or why it failed. */
export function EndOfImport({ one }: { one: Import }) {
  const t = useT()
  const locale = useLocale()
  const [asking, setAsking] = useState(false)
  const { state, made, kept } = one
  return (
    <div className="space-y-5">
      {state === 'failed' && (
        <Notice kind="error" title={t('imports.state-failed')}>
          {one.problem && <p>{t(keyFor('fault.', one.problem))}</p>}
        </Notice>
      )}
      {state === 'gone' && <Notice title={t('imports.state-gone')}>{t('imports.gone-text')}</Notice>}
      {state === 'done' && (
        <Notice kind="success" title={t(`imports.made-${one.kind}`, { count: made, shown: thousands(made) })}>
          {one.counts.known > 0 && (
            <p>{t('imports.known-count', { count: one.counts.known, shown: thousands(one.counts.known) })}</p>
          )}
          {one.undoUntil && <p>{t('imports.undo-until', { day: date(locale, one.undoUntil, 'short') })}</p>}
        </Notice>
      )}
      {state === 'undone' && (
        <Notice
          kind={kept > 0 ? 'warning' : 'info'}
          title={t('imports.undone', {
            name: one.undoneBy ?? '',
            at: one.undoneAt ? dateTime(locale, one.undoneAt) : '',
          })}
        >
          {kept > 0 && <p>{t('imports.kept', { count: kept, shown: thousands(kept) })}</p>}
        </Notice>
      )}
      {state === 'done' && one.spots && <SpotsPanel spots={one.spots} />}
      {(state === 'done' || kept > 0) && <MadeRows one={one} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <Link href="/imports/new" className={buttonClass('plain')}>
          {t('imports.another')}
        </Link>
        {state === 'done' && one.undoUntil && made > 0 && (
          <Button kind="danger" icon="undo" onClick={() => setAsking(true)}>
            {t('imports.undo')}
          </Button>
        )}
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('imports.undo-title')}>
        {asking && <TakeBack one={one} onClose={() => setAsking(false)} />}
      </Dialog>
    </div>
  )
}

/** What was created for each row; after an undo, what stays and why. */
function MadeRows({ one }: { one: Import }) {
  const t = useT()
  const undone = one.state === 'undone'
  const list = useInfiniteQuery(rowsQuery(one.id, undone ? 'kept' : 'made'))
  const heading = t(undone ? 'imports.what-stays' : 'imports.what-was-made')
  return (
    <Panel className="overflow-hidden !p-0" aria-label={heading}>
      <h2 className="px-5 py-4 text-xl">{heading}</h2>
      <KeyedList
        query={list}
        filling
        empty={
          <p className="border-t border-line px-5 py-4">
            {t(one.undoUntil ? 'imports.none-here' : 'imports.rows-gone')}
          </p>
        }
      >
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <MadeRow key={row.id} one={one} row={row} />
            ))}
          </ul>
        )}
      </KeyedList>
    </Panel>
  )
}
