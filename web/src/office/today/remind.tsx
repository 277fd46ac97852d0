import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAct } from '../../forms/use-act.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'

/** Sends a reminder to the one colleague who cannot log in yet; once a day. */
export function Remind(props: { id: string; name: string; reminded: boolean; first: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const act = useAct(
    () => guarded(() => api.post('/api/admin/staff/{id}/remind', { params: { id: props.id } })),
    ({ sentTo }) => toast({ text: 'today.reminded-to', params: { to: phone(sentTo) }, type: 'success' }),
  )
  if (props.reminded)
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-jade">
        <Icon name="check" size={19} />
        {t('today.reminded')}
      </p>
    )
  const send = async () => {
    if (await act.send()) await refresh(client, 'staff')
  }
  return (
    <Button
      kind={props.first ? 'primary' : 'plain'}
      pending={act.pending}
      aria-label={t('today.remind-label', { name: props.name })}
      onClick={() => void send()}
    >
      {t('today.remind')}
    </Button>
  )
}
