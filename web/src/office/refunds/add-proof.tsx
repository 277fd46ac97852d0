import { useQueryClient } from '@tanstack/react-query'
import { upload } from '../../api/upload.ts'
import { useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast-store.ts'
import { SendPictures } from '../kit/pictures/send-pictures.tsx'
import { refresh } from '../kit/query/refresh.ts'

/**
 * Uploads screenshots of a refund's transfer. Uploading the same one twice stores it once, so a failed upload can
 * simply be repeated.
 */
export function AddProof({ refundId }: { refundId: string }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <SendPictures
      multiple
      label={t('refunds.proof-add')}
      sending={t('refunds.proof-sending')}
      failed="refunds.proof-failed"
      send={(pictures) => upload('/api/admin/refund-transfer/{id}/proof', pictures, { params: { id: refundId } })}
      onDone={async () => {
        await refresh(client, 'money')
        toast({ text: 'refunds.proof-sent' })
      }}
    />
  )
}
