import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'

/** Says that a statement's job has failed, and resumes it. */
export function Resume({ id }: { id: string }) {
  const t = useT()
  const act = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/bank/statement/{id}/resume', { params: { id }, idempotencyKey }),
    () => {},
  )
  return (
    <div className="mt-5 max-w-3xl space-y-4">
      <Notice kind="error" title={t('bank.stuck')}>
        {t('bank.stuck-text')}
      </Notice>
      <ActState act={act} />
      <Button kind="primary" pending={act.pending} onClick={() => void act.send(null)}>
        {t(act.unsent ? 'common.try-again' : 'bank.resume')}
      </Button>
    </div>
  )
}
