import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { PlaceDetail, Placeless } from './hall-queries.ts'

/** Assigns the position on the screen to the chosen lamp. */
export function GiveHere({ place, lamp, onGiven }: { place: PlaceDetail; lamp: Placeless; onGiven: () => void }) {
  const t = useT()
  const { id, code, state } = place
  const act = useActOnce(
    (ref: string, idempotencyKey) =>
      api.post('/api/admin/position/{id}/put', { params: { id }, body: { ref }, idempotencyKey }),
    () => {
      toast({ text: 'halls.given', params: { code }, type: 'success' })
      onGiven()
    },
    'halls',
  )
  return (
    <div className="mt-4 space-y-3">
      {state === 'free' && (
        <Button kind="primary" wide pending={act.pending} onClick={() => void act.send(lamp.ref)}>
          {t('halls.give', { code })}
        </Button>
      )}
      <ActState act={act} />
    </div>
  )
}
