import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/**
 * Explains that an e-mail address is not confirmed, and sends the confirmation again. `expired`: its link had expired.
 */
export function EmailConfirmation(props: { email: string; expired: boolean }) {
  const t = useT()
  const act = useAct(
    () => api.post('/api/auth/confirm-email'),
    () => toast({ text: 'member.confirm-sent', type: 'success' }),
  )
  return (
    <Notice kind="warning" title={t(props.expired ? 'member.expired-title' : 'member.confirm-title')}>
      <p>{t('member.confirm-text', { email: props.email })}</p>
      <Button icon="mail" className="mt-3" pending={act.pending} onClick={() => void act.send()}>
        {t('member.confirm-again')}
      </Button>
    </Notice>
  )
}
