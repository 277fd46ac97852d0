import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { guarded } from '../kit/session/session-gate.ts'

type Props = {
  paymentId: string
  /** Epoch milliseconds of this device. */
  until: number
  onUndone: (invoice: Value<'/api/admin/cash/{id}/undo', 'post'>['invoice']) => void
}

/** For half a minute cash that was taken by mistake can be taken back. */
export function UndoCash({ paymentId, until, onUndone }: Props) {
  const t = useT()
  const left = useCountdown(until)
  const undo = useApi(() => guarded(() => api.post('/api/admin/cash/{id}/undo', { params: { id: paymentId } })))
  if (left <= 0) return null
  const press = async () => {
    const result = await undo.run(undefined)
    if (result?.status === 200) onUndone(result.value.invoice)
    else toastFailure(result)
  }
  return (
    <Button kind="danger" wide pending={undo.pending} onClick={() => void press()}>
      {t('till.undo', { seconds: left })}
    </Button>
  )
}
