import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Ceremony, Entry, May } from './ceremony-queries.ts'
import { LateActs } from './late-acts.tsx'

type Props = { entry: Entry; ceremony: Ceremony; may: May; onUncheck: () => void }

/** Rare actions for an entry: open its order, uncheck, remove from the list and add again. */
export function EntryMore({ entry, may, onUncheck }: Props) {
  const t = useT()
  const { id, state } = entry
  const act = useActOnce(
    (back: boolean, idempotencyKey) =>
      api.post('/api/admin/entry/{id}/withdraw', { params: { id }, body: { back }, idempotencyKey }),
    () => undefined,
    'ceremonies',
  )
  const on = state === 'collected' || state === 'checked' || state === 'printed'
  return (
    <>
      {may.orders && entry.orderId && (
        <Link href={`/orders/${entry.orderId}`} className={buttonClass('quiet')}>
          {entry.order}
        </Link>
      )}
      {may.keep && state === 'checked' && (
        <Button kind="quiet" icon="undo" onClick={onUncheck}>
          {t('ceremonies.uncheck')}
        </Button>
      )}
      {may.keep && entry.late === 'waits' && state === 'collected' ? (
        <LateActs entry={entry} />
      ) : (
        may.keep &&
        on && (
          <Button kind="quiet" icon="minus" pending={act.pending} onClick={() => void act.send(false)}>
            {t('ceremonies.withdraw')}
          </Button>
        )
      )}
      {may.keep && state === 'withdrawn' && entry.why === 'office' && (
        <Button kind="quiet" icon="undo" pending={act.pending} onClick={() => void act.send(true)}>
          {t('ceremonies.put-back')}
        </Button>
      )}
      <ActState act={act} />
    </>
  )
}
