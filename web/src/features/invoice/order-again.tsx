import { useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { useSession } from '../../site/session/session.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AgainItems } from './again-items.tsx'
import type { Again } from '../../domain/invoice.ts'

type Props = { invoiceId: string; kind?: ButtonKind; wide?: boolean }

/** Adds the order's items to the cart again, and goes there; first shows what has changed. */
export function OrderAgain({ invoiceId, kind, wide }: Props) {
  const t = useT()
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const [attempt] = useState(() => newAttempt())
  const [answer, setAnswer] = useState<Again>()
  const [open, setOpen] = useState(false)
  const act = useAct(
    () =>
      api.post('/api/invoice/{id}/order-again', {
        params: { id: invoiceId },
        idempotencyKey: attempt.keyFor(invoiceId),
      }),
    {
      done: async (value) => {
        attempt.done()
        const items = value.items ?? []
        if (value.added > 0) await session.refresh()
        if (items.every((item) => item.result === 'added')) {
          toast({ text: 'invoice.again-added', type: 'success', duration: 6000 })
          return navigate(href('cart'))
        }
        setAnswer({ ...value, items })
        setOpen(true)
      },
    },
  )

  const added = (answer?.added ?? 0) > 0
  return (
    <>
      <Button kind={kind} wide={wide} className="no-print" pending={act.pending} onClick={() => void act.send()}>
        {t('invoice.again')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(added ? 'invoice.again-title' : 'invoice.again-title-none')}
      >
        {answer && <AgainItems items={answer.items} />}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => void navigate(href(added ? 'cart' : 'blessing-service'))}>
            {t(added ? 'invoice.again-to-cart' : 'common.blessing-service')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('invoice.again-stay')}</Button>
        </div>
      </Dialog>
    </>
  )
}
