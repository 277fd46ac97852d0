import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { PieceTable } from './piece-table.tsx'
import { outcomes, piecesQuery, type Outcome, type Run } from './run-queries.ts'

type Reprint = components['schemas']['ReprintInBody']

/** The outcomes of a run's pieces, what to do with their paper, and reprinting. */
export function RunResult({ run }: { run: Run }) {
  const t = useT()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('pieces')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [why, setWhy] = useState<'damaged' | 'lost'>('damaged')
  const there = outcomes.filter((outcome) => run.counts[outcome] > 0)
  const shown: Outcome = there.find((outcome) => outcome === asked) ?? there[0] ?? 'waiting'
  const pieces = useInfiniteQuery(piecesQuery(run.id, shown))
  const act = useActOnce<Reprint, Run>(
    (body, idempotencyKey) => api.post('/api/admin/run/{id}/reprint', { params: { id: run.id }, body, idempotencyKey }),
    (next) => navigate(`/print/run-${next.id}`),
    'runs',
  )
  const again = run.state === 'accepted'
  const choose = again && shown === 'good'
  const count = run.counts[shown]
  return (
    <TitledPanel id="result" title={t('print.result')}>
      <ListTabs
        label={t('print.result')}
        className="mb-4"
        tabs={there.map((id) => ({
          id,
          text: t(`print.outcome-${id}`),
          to: `/print/run-${run.id}?pieces=${id}`,
          here: id === shown,
          count: thousands(run.counts[id]),
          loud: id === 'withdrawn' || id === 'stale' || id === 'spoiled',
        }))}
      />
      {(shown === 'spoiled' || shown === 'stale' || shown === 'withdrawn' || shown === 'blank') && (
        <div className="mb-4">
          <Notice kind={shown === 'blank' ? 'info' : 'warning'}>
            <p>{t(`print.outcome-text-${shown}`)}</p>
            {again && (shown === 'spoiled' || shown === 'stale') && (
              <Button
                className="mt-3"
                kind="primary"
                icon="print"
                pending={act.pending}
                onClick={() => void act.send({ which: shown })}
              >
                {t(`print.reprint-${shown}`, { count })}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <ActState act={act} />
      <KeyedList query={pieces} empty={<p>{t('print.pieces-none')}</p>} count={{ total: count, more: false }} lines={4}>
        {(rows) => <PieceTable rows={rows} chosen={choose ? chosen : undefined} onChosen={setChosen} />}
      </KeyedList>
      {choose && chosen.length > 0 && (
        <div className="mt-4 flex flex-wrap items-end justify-end gap-3">
          <SelectField
            id="why"
            label={t('print.reprint-why')}
            value={why}
            options={[
              ['damaged', t('print.why-damaged')],
              ['lost', t('print.why-lost')],
            ]}
            onChange={(next) => setWhy(next === 'lost' ? 'lost' : 'damaged')}
          />
          <Button
            kind="primary"
            icon="print"
            pending={act.pending}
            onClick={() => void act.send({ which: 'chosen', pieces: [...chosen], why })}
          >
            {t('print.reprint-chosen', { count: chosen.length })}
          </Button>
        </div>
      )}
    </TitledPanel>
  )
}
