import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { refundId: string; picture: { id: string; url: string }; number: number }

/** Removes a screenshot that was added to the wrong refund, after confirmation. */
export function RemoveProof({ refundId, picture, number }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const act = useActOnce(
    (_: object, idempotencyKey) =>
      api.post('/api/admin/refund-transfer/{id}/proof/{image}/remove', {
        params: { id: refundId, image: picture.id },
        idempotencyKey,
      }),
    () => {
      setOpen(false)
      toast({ text: 'refunds.proof-removed' })
    },
    'money',
  )
  return (
    <>
      <button
        type="button"
        aria-label={t('refunds.proof-remove', { number })}
        onClick={() => setOpen(true)}
        className="absolute -top-2 -right-2 grid size-8 place-items-center rounded-full border border-line bg-card text-ink-2 shadow-card hover:text-cinnabar"
      >
        <Icon name="close" size={18} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('refunds.proof-remove-ask')}>
        {open && (
          <div className="space-y-4">
            <img src={picture.url} alt="" className="mx-auto max-h-60 rounded-xl" />
            <p>{t('refunds.proof-remove-text')}</p>
            <DialogButtons
              label={t('office.delete')}
              back={t('office.keep')}
              kind="danger"
              act={act}
              onPress={() => void act.send({})}
              onClose={() => setOpen(false)}
            />
          </div>
        )}
      </Dialog>
    </>
  )
}
