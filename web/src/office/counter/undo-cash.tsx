import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'

type Props = {
  paymentId: string
  /** The end of the undo time, in epoch milliseconds of this device. */
  until: number
  onUndone: (invoice: Value<'/api/admin/cash/{id}/undo', 'post'>['invoice']) => void
}

/** Offers for half a minute to undo cash taken by mistake. */
export function UndoCash({ paymentId, until, onUndone }: Props) {
  const t = useT()
  const left = useCountdown(until)
  const undo = useActOnce(
    (_, idempotencyKey) => api.post('/api/admin/cash/{id}/undo', { params: { id: paymentId }, idempotencyKey }),
    ({ invoice }) => onUndone(invoice),
  )
  return (
    <>
      <ActState act={undo} />
      {left > 0 && (
        <Button kind="danger" wide pending={undo.pending} onClick={() => void undo.send()}>
          {t('counter.undo', { seconds: left })}
        </Button>
      )}
    </>
  )
}
