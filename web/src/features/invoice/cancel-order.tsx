import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Gives an unpaid order up, after saying what that means. */
export function CancelOrder({ invoiceId }: { invoiceId: string }) {
  const t = useT()
  const { reload } = usePage()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useTold()
  const call = useApi(() => api.post('/api/invoice/{id}/cancel', { params: { id: invoiceId } }))

  async function cancel() {
    const result = await call.run(undefined)
    if (!result) return
    if (result.status === 400) return setRefused(result.body)
    setAsking(false)
    if (result.status === 200) toast({ text: 'invoice.cancel-done', type: 'success' })
    else toastFailure(result)
    await reload().catch(() => {})
  }

  function close() {
    setAsking(false)
    if (!refused) return
    setRefused()
    void reload().catch(() => {}) // it is not what it was when the page was loaded
  }

  return (
    <>
      <Button kind="danger" className="no-print" onClick={() => setAsking(true)}>
        {t('invoice.cancel')}
      </Button>
      <Dialog open={asking} onClose={close} title={t('invoice.cancel-title')}>
        {refused ? (
          <Notice kind="error" role="alert" title={refused}>
            <TemplePhone />
          </Notice>
        ) : (
          <div className="space-y-4 text-lg">
            <p>{t('invoice.cancel-places')}</p>
            <Notice kind="warning" title={t('invoice.cancel-transferred')} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="primary" onClick={close}>
            {t(refused ? 'common.close' : 'invoice.cancel-keep')}
          </Button>
          {!refused && (
            <Button kind="danger" pending={call.pending} onClick={() => void cancel()}>
              {t('invoice.cancel-sure')}
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}
