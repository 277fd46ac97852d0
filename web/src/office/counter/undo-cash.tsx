import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { guarded } from '../kit/session/session-gate.ts'

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
  const undo = useAct(
    () => guarded(() => api.post('/api/admin/cash/{id}/undo', { params: { id: paymentId } })),
    ({ invoice }) => onUndone(invoice),
  )
  if (left <= 0) return null
  return (
    <Button kind="danger" wide pending={undo.pending} onClick={() => void undo.send()}>
      {t('till.undo', { seconds: left })}
    </Button>
  )
}
