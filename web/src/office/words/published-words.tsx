import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { refresh } from '../kit/query/refresh.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { PublishedWords } from './publish-words.tsx'

/** Confirms a publication of wordings; it can be undone for half a minute. */
export function JustPublishedWords({ published, onOver }: { published: PublishedWords; onOver: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const left = useCountdown(Date.parse(published.until))
  const act = useActOnce(
    (body: { batch: string }, idempotencyKey) => api.post('/api/admin/word/take-back', { body, idempotencyKey }),
    () => {
      toast({ text: 'words.taken-back', type: 'success' })
      void refresh(client, 'words')
      onOver()
    },
  )
  return (
    <div className="mb-4">
      <Notice kind="success" role="status" title={t('words.published', { count: published.count })}>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {left > 0 && (
            <Button icon="undo" pending={act.pending} onClick={() => void act.send({ batch: published.batch })}>
              {t('words.take-back')} · <span aria-hidden="true">{left}</span>
            </Button>
          )}
          <Button kind="quiet" onClick={onOver}>
            {t('common.close')}
          </Button>
        </div>
        <ActState act={act} />
      </Notice>
    </div>
  )
}
