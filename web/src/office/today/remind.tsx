import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'

/** Sends a reminder to the one colleague who cannot log in yet; once a day. */
export function Remind(props: { id: string; name: string; reminded: boolean; first: boolean }) {
  const t = useT()
  const act = useActOnce(
    (_, idempotencyKey) => api.post('/api/admin/staff/{id}/remind', { params: { id: props.id }, idempotencyKey }),
    ({ sentTo }) => toast({ text: 'today.reminded-to', params: { to: phone(sentTo) }, type: 'success' }),
    'staff',
  )
  if (props.reminded)
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-jade">
        <Icon name="check" size={19} />
        {t('today.reminded')}
      </p>
    )
  return (
    <>
      <ActState act={act} />
      <Button
        kind={props.first ? 'primary' : 'plain'}
        pending={act.pending}
        aria-label={t('today.remind-label', { name: props.name })}
        onClick={() => void act.send()}
      >
        {t('today.remind')}
      </Button>
    </>
  )
}
