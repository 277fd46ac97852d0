import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'

/** Writes to the one colleague who cannot work yet what is to be done; once a day. */
export function Remind(props: { id: string; name: string; reminded: boolean; first: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const call = useApi((id: string) => guarded(() => api.post('/api/admin/staff/{id}/remind', { params: { id } })))
  if (props.reminded)
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-jade">
        <Icon name="check" size={19} />
        {t('today.reminded')}
      </p>
    )
  const send = async () => {
    const result = await call.run(props.id)
    if (!result) return
    if (result.status !== 200) toastFailure(result)
    else toast({ text: 'today.reminded-to', params: { to: phone(result.value.sentTo) }, type: 'success' })
    await refresh(client, 'staff')
  }
  return (
    <Button
      kind={props.first ? 'primary' : 'plain'}
      pending={call.pending}
      aria-label={t('today.remind-label', { name: props.name })}
      onClick={() => void send()}
    >
      {t('today.remind')}
    </Button>
  )
}
