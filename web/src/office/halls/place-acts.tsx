import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { PlaceDetail } from './hall-queries.ts'

type Act =
  | { act: 'clear' }
  | { act: 'label'; hangs: boolean }
  | { act: 'usable'; usable: boolean }
  | { act: 'unplace'; placing: string }

/** The actions for a position, one click each; the most likely first. */
export function PlaceActs(props: { place: PlaceDetail; mayManage: boolean; mayGive: boolean; onMove: () => void }) {
  const t = useT()
  const { place, mayManage } = props
  const { id, code, use, state } = place
  const act = useActOnce<Act>(
    (body, idempotencyKey) => {
      const params = { id }
      if (body.act === 'unplace')
        return api.post('/api/admin/placing/{id}/undo', { params: { id: body.placing }, idempotencyKey })
      if (body.act === 'clear') return api.post('/api/admin/position/{id}/clear', { params, idempotencyKey })
      if (body.act === 'label')
        return api.post('/api/admin/position/{id}/label', { params, body: { hangs: body.hangs }, idempotencyKey })
      return api.post('/api/admin/position/{id}/usable', { params, body: { usable: body.usable }, idempotencyKey })
    },
    (_, body) => {
      if (body.act === 'clear') toast({ text: 'halls.cleared', params: { code }, type: 'success' })
    },
    'halls',
  )
  const send = (body: Act) => void act.send(body)
  const has = state === 'booked' || state === 'taken' || state === 'kept'
  return (
    <div className="mt-4 space-y-3">
      {state === 'clearing' && (
        <Button kind="primary" wide pending={act.pending} onClick={() => send({ act: 'clear' })}>
          {t('halls.take-down')}
        </Button>
      )}
      {mayManage && use && (state === 'taken' || state === 'kept') && (
        <Link
          href={`/print/run-new?${new URLSearchParams({ hall: place.key, entries: use.id })}`}
          className={buttonClass(use.labelled ? 'plain' : 'primary', 'w-full')}
        >
          <Icon name="print" className="shrink-0" />
          {t(use.labelled ? 'halls.print-label-again' : 'halls.print-label')}
        </Link>
      )}
      {has && (
        <Button wide pending={act.pending} onClick={() => send({ act: 'label', hangs: !use?.labelled })}>
          {t(use?.labelled ? 'halls.label-off' : 'halls.label-on')}
        </Button>
      )}
      {props.mayGive && has && use?.placing && !use.labelled && (
        <Button wide pending={act.pending} onClick={() => send({ act: 'unplace', placing: use.placing ?? '' })}>
          {t('halls.unplace')}
        </Button>
      )}
      {mayManage && has && (
        <Button wide icon="swap" onClick={props.onMove}>
          {t('halls.move')}
        </Button>
      )}
      {mayManage && (state === 'free' || state === 'unusable') && (
        <Button wide pending={act.pending} onClick={() => send({ act: 'usable', usable: state === 'unusable' })}>
          {t(state === 'unusable' ? 'halls.use-again' : 'halls.out-of-use')}
        </Button>
      )}
      <ActState act={act} />
    </div>
  )
}
