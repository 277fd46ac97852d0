import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { dateTime } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActState } from './kit/act/act-state.tsx'
import { useActOnce } from './kit/act/use-act-once.ts'
import { valueOf } from './kit/session/session-gate.ts'

/**
 * After a jump of the server's clock: asks whether the time is right, because nothing expires until that is confirmed.
 */
export function ClockNotice() {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['clock'],
    queryFn: () => valueOf(() => api.get('/api/admin/clock')),
    refetchInterval: 300_000,
  })
  const confirm = useActOnce(
    (_: object, idempotencyKey) => api.post('/api/admin/clock', { idempotencyKey }),
    (state) => client.setQueryData(['clock'], state),
  )
  if (!data?.held) return null
  return (
    <div className="mb-6">
      <Notice kind="warning" title={t('office.clock-title')}>
        <p>{t('office.clock-text', { now: dateTime(locale, data.now), seen: dateTime(locale, data.seen) })}</p>
        <Button className="mt-3" onClick={() => void confirm.send({})} pending={confirm.pending}>
          {t('office.clock-right')}
        </Button>
      </Notice>
      <ActState act={confirm} />
    </div>
  )
}
