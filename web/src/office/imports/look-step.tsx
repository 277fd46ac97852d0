import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { CountTiles } from './count-tiles.tsx'
import { GiveUp } from './give-up.tsx'
import { classes, rowsQuery, searchOf, type Import, type Shown } from './import-queries.ts'
import { RowTable } from './row-table.tsx'
import { StartImport } from './start-import.tsx'
import { SpotsPanel } from './spots-panel.tsx'
import { WhatIsMade } from './what-is-made.tsx'

type Props = { one: Import; shown: Shown; onColumns: () => void }

/** The third step: how many rows are ready, and what the others lack, each with an answer field. */
export function LookStep({ one, shown, onColumns }: Props) {
  const t = useT()
  const [dialog, setDialog] = useState<'' | 'give-up' | 'start'>('')
  const close = () => setDialog('')
  const list = useInfiniteQuery(rowsQuery(one.id, shown))
  const { counts } = one
  const open = counts.decide + counts.unreadable
  const to = (next: Shown) => `/imports/${one.id}${searchOf(next)}`
  const sort = classes.find((one) => one === shown)
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        {t('imports.left', { count: open, shown: thousands(open) })}
      </p>
      {one.identity && (
        <Notice kind="warning" title={t('imports.identity', { count: one.identity.count })}>
          {t('imports.identity-text', { rows: one.identity.rows.join(', ') })}
        </Notice>
      )}
      <CountTiles counts={counts} here={sort} toOf={to} />
      <Panel className="@container overflow-hidden !p-0" aria-label={t('imports.rows')}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
          <ListTabs
            label={t('imports.lists')}
            tabs={(['look', 'all'] as const).map((id) => ({
              id,
              text: t(`imports.tab-${id}`),
              to: to(id),
              here: id === shown,
              count: thousands(id === 'look' ? open : one.total),
              loud: id === 'look' && open > 0,
            }))}
          />
          <p className="text-ink-2">
            {t('imports.columns-used', { used: one.used, all: one.width })} ·{' '}
            <button type="button" className="link touch font-bold" onClick={onColumns}>
              {t('common.change')}
            </button>
          </p>
        </div>
        <KeyedList
          query={list}
          filling
          empty={
            <div className="border-t border-line p-6">
              <EmptyState
                art="flowers"
                title={t(shown === 'look' ? 'imports.none-to-look' : 'imports.none-here')}
                text={shown === 'look' ? t('imports.none-to-look-text') : undefined}
              />
            </div>
          }
        >
          {(rows) => <RowTable one={one} rows={rows} />}
        </KeyedList>
      </Panel>
      {one.spots && <SpotsPanel spots={one.spots} />}
      <WhatIsMade kind={one.kind} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        {open > 0 ? (
          <a download href={`/api/admin/import/${one.id}/mend.xlsx`} className={buttonClass('plain')}>
            <Icon name="download" className="shrink-0" />
            {t('imports.mend', { count: open, shown: thousands(open) })}
          </a>
        ) : (
          <span />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button kind="quiet" onClick={() => setDialog('give-up')}>
            {t('imports.give-up')}
          </Button>
          {counts.ready > 0 ? (
            <Button kind="primary" icon="check" onClick={() => setDialog('start')}>
              {t('imports.start', { count: counts.ready, shown: thousands(counts.ready) })}
            </Button>
          ) : (
            <p className="font-bold">{t('imports.none-ready')}</p>
          )}
        </div>
      </div>
      <Dialog open={dialog === 'give-up'} onClose={close} title={t('imports.give-up-title')}>
        {dialog === 'give-up' && <GiveUp id={one.id} onClose={close} />}
      </Dialog>
      <Dialog open={dialog === 'start'} onClose={close} title={t('imports.start-title')}>
        {dialog === 'start' && <StartImport one={one} onClose={close} />}
      </Dialog>
    </div>
  )
}
