import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Subscription } from '../../domain/subscription.ts'

/** Cancels a subscription at the end of its paid term, after explaining the effect. */
export function Cancel({ of }: { of: Subscription }) {
  const t = useT()
  const locale = useLocale()
  const { reload } = usePage()
  const [asked, setAsked] = useState(false)
  const act = useAct(
    () => api.post('/api/subscription/{id}/cancel', { params: { id: of.id } }),
    () => toast({ text: 'subscription.cancelled', type: 'success' }),
  )

  async function cancel() {
    if (!(await act.send())) return
    setAsked(false)
    await reload().catch(console.error)
  }

  if (!of.canCancel) return <p>{t('subscription.cancel-in-office')}</p>
  const means = of.state === 'late' ? 'subscription.cancel-means-over' : 'subscription.cancel-means'
  return (
    <>
      <p className="mb-4">{t('subscription.cancel-text')}</p>
      <Button kind="danger" wide onClick={() => setAsked(true)}>
        {t('subscription.cancel')}
      </Button>
      <Dialog open={asked} onClose={() => setAsked(false)} title={t('subscription.cancel-title')}>
        <div className="space-y-3 text-lg">
          <p>{t(means, { title: of.title, until: date(locale, of.endsAt) })}</p>
          {of.renewal && of.renewal.due > 0 && <p>{t('subscription.cancel-order')}</p>}
          <p>{t('subscription.cancel-final')}</p>
        </div>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button onClick={() => setAsked(false)}>{t('subscription.cancel-no')}</Button>
          <Button kind="danger" pending={act.pending} onClick={() => void cancel()}>
            {t('subscription.cancel-yes')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
