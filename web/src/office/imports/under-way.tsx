import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { JobProgress } from '../kit/act/job-progress.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Import } from './import-queries.ts'

/** The progress of an import, whose job continues when the page is closed. A stopped one can be resumed. */
export function UnderWay({ one }: { one: Import }) {
  const t = useT()
  const { id, state, done, total } = one
  const stop = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/import/{id}/cancel', { params: { id }, idempotencyKey }),
    () => {},
    'imports',
  )
  const resume = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/import/{id}/resume', { params: { id }, idempotencyKey }),
    () => {},
    'imports',
  )
  if (one.stuck)
    return (
      <div className="max-w-3xl space-y-4">
        <Notice kind="error" title={t('imports.stuck')}>
          {t('imports.stuck-text')}
        </Notice>
        <ActState act={resume} />
        <Button kind="primary" pending={resume.pending} onClick={() => void resume.send(null)}>
          {t(resume.unsent ? 'common.try-again' : 'common.continue')}
        </Button>
      </div>
    )
  return (
    <div className="max-w-3xl space-y-4">
      <JobProgress
        title={t(keyFor('imports.state-', state))}
        text={total > 0 ? t('imports.progress', { done: thousands(done), total: thousands(total) }) : ''}
        done={done}
        total={total}
      />
      <p className="text-ink-2">{t('imports.goes-on')}</p>
      {state === 'importing' && (
        <>
          <ActState act={stop} />
          <Button pending={stop.pending} onClick={() => void stop.send(null)}>
            {t(stop.unsent ? 'common.try-again' : 'imports.stop')}
          </Button>
        </>
      )}
    </div>
  )
}
