import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { refresh } from '../../kit/query/refresh.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import type { Summary } from '../record-queries.ts'

/** Who was asked to write the missing language, by whom and when. */
export function AskedBar({ record, userId, onChanged }: { record: Summary; userId: string; onChanged: () => void }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const act = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/ask/withdraw', { params: { id: record.id }, idempotencyKey }),
    () => {
      toast({ text: 'records.ask-withdrawn', type: 'success' })
      void refresh(client, 'records')
      onChanged()
    },
  )
  const { asked } = record
  if (!asked) return null
  const { language, who, by, at } = asked
  return (
    <div className="mb-4">
      <Notice
        kind="info"
        title={
          who.id === userId ? t(`records.asked-you-${language}`) : t(`records.asked-${language}`, { who: who.name })
        }
      >
        <p>{t('records.asked-by', { by: by.name, at: dateTime(locale, at) })}</p>
        <Button className="mt-3" pending={act.pending} onClick={() => void act.send({})}>
          {t('records.ask-withdraw')}
        </Button>
        <ActState act={act} />
      </Notice>
    </div>
  )
}
