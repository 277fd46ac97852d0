import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { useAct } from '../../forms/use-act.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Cancels an unpaid order, after explaining the effect. */
export function CancelOrder({ invoiceId }: { invoiceId: string }) {
  const t = useT()
  const { reload } = usePage()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useTold()
  const end = () => {
    setAsking(false)
    void reload().catch(() => {})
  }
  const act = useAct(() => api.post('/api/invoice/{id}/cancel', { params: { id: invoiceId } }), {
    done: () => {
      toast({ text: 'invoice.cancel-done', type: 'success' })
      end()
    },
    refused: (result) => {
      if (result?.status === 400) setRefused(result.body)
      else if (result) end()
      return result?.status === 400
    },
  })

  function close() {
    setAsking(false)
    if (!refused) return
    setRefused()
    void reload().catch(() => {}) // the order has changed since the page was loaded
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
            <Button kind="danger" pending={act.pending} onClick={() => void act.send()}>
              {t('invoice.cancel-sure')}
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}
