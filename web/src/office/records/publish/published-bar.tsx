import { api } from '../../../api/client.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useCountdown } from '../../../ui/use-countdown.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import type { Summary } from '../record-queries.ts'

type Props = { record: Summary; version: number; until: string; onBack: () => void; onOver: () => void }

/** Confirms a publication; it can be undone for half a minute. */
export function JustPublished({ record, version, until, onBack, onOver }: Props) {
  const t = useT()
  const locale = useLocale()
  const left = useCountdown(Date.parse(until))
  const act = useActOnce(
    (body: { version: number }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/take-back', { params: { id: record.id }, body, idempotencyKey }),
    () => {
      toast({ text: 'records.taken-back', type: 'success' })
      onBack()
    },
  )
  const address = record.address && `${locale === 'zh' ? '/zh' : ''}${record.address}`
  return (
    <div className="mb-4">
      <Notice kind="success" role="status" title={t('records.published')}>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {left > 0 && (
            <Button icon="undo" pending={act.pending} onClick={() => void act.send({ version })}>
              {t('records.take-back')} · <span aria-hidden="true">{left}</span>
            </Button>
          )}
          {address && (
            <a href={address} target="_blank" rel="noreferrer" className="link touch font-semibold">
              {t('office.view')}
            </a>
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
