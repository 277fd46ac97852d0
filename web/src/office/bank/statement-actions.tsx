import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState } from '../kit/act-state.tsx'
import { useAct } from '../kit/use-act.ts'
import type { Statement } from './bank-queries.ts'

type Props = { statement: Statement }

/** What can be done with a whole statement: settle what is certain, or take the import back. */
export function StatementActions({ statement }: Props) {
  const t = useT()
  const [dialog, setDialog] = useState<'' | 'approve' | 'undo'>('')
  const { count, sum } = statement.tallies.certain
  const close = () => setDialog('')
  return (
    <div className="my-5 flex flex-wrap items-center gap-3">
      {statement.state === 'ready' && count > 0 && (
        <Button kind="primary" icon="check" onClick={() => setDialog('approve')}>
          {t('bank.approve', { count, sum: money(sum) })}
        </Button>
      )}
      <Button kind="danger" onClick={() => setDialog('undo')}>
        {t('bank.undo')}
      </Button>
      <Dialog open={dialog === 'approve'} onClose={close} title={t('bank.approve-title')}>
        {dialog === 'approve' && <Approve count={count} sum={sum} id={statement.id} onClose={close} />}
      </Dialog>
      <Dialog open={dialog === 'undo'} onClose={close} title={t('bank.undo-title')}>
        {dialog === 'undo' && <Undo statement={statement} onClose={close} />}
      </Dialog>
    </div>
  )
}

function Approve({ id, count, sum, onClose }: { id: string; count: number; sum: number; onClose: () => void }) {
  const t = useT()
  // What was looked at stays on the screen, whatever another treasurer does meanwhile.
  const [seen] = useState({ count, sum })
  const act = useAct(
    (body: typeof seen, idempotencyKey) =>
      api.post('/api/admin/bank/statement/{id}/approve', { params: { id }, body, idempotencyKey }),
    onClose,
  )
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-3 rounded-2xl bg-paper-2 p-5 text-center">
        <div>
          <dt className="text-ink-2">{t('bank.count')}</dt>
          <dd className="text-3xl font-bold">{seen.count}</dd>
        </div>
        <div>
          <dt className="text-ink-2">{t('bank.sum')}</dt>
          <dd className="text-3xl font-bold">{money(seen.sum)}</dd>
        </div>
      </dl>
      <p>{t('bank.approve-text')}</p>
      <ActState act={act} />
      <div className="flex flex-wrap justify-end gap-3">
        {!act.unsent && <Button onClick={onClose}>{t('common.cancel')}</Button>}
        <Button kind="primary" icon="check" pending={act.pending} onClick={() => void act.send(seen)}>
          {act.unsent ? t('common.try-again') : t('bank.approve-do', { count: seen.count })}
        </Button>
      </div>
    </div>
  )
}

function Undo({ statement, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const { matched } = statement.tallies
  const act = useAct(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/statement/{id}/undo', { params: { id: statement.id }, idempotencyKey }),
    onClose,
  )
  return (
    <div className="space-y-4">
      <p>{t('bank.undo-text')}</p>
      {matched.count > 0 && (
        <Notice kind="warning" title={t('bank.undo-matched', { count: matched.count, sum: money(matched.sum) })}>
          {t('bank.undo-matched-text')}
        </Notice>
      )}
      <ActState act={act} />
      <div className="flex flex-wrap justify-end gap-3">
        {!act.unsent && <Button onClick={onClose}>{t('bank.undo-keep')}</Button>}
        <Button kind="danger" pending={act.pending} onClick={() => void act.send(null)}>
          {t(act.unsent ? 'common.try-again' : 'bank.undo')}
        </Button>
      </div>
    </div>
  )
}
