import { upload } from '../../api/upload.ts'
import { useT } from '../../i18n/context.tsx'
import { SendPictures } from '../kit/pictures/send-pictures.tsx'

/**
 * Opens the device's camera to photograph the devotee's phone; the picture is sent to the treasurer. A failed upload
 * can be repeated.
 */
export function PhotographButton({ invoiceId, onDone }: { invoiceId: string; onDone: () => void }) {
  const t = useT()
  return (
    <SendPictures
      camera
      kind="primary"
      className="w-full"
      label={t('walk-in.photograph')}
      sending={t('walk-in.sending')}
      failed="walk-in.picture-failed"
      send={(pictures) => upload('/api/admin/walk-in/{id}/picture', pictures, { params: { id: invoiceId } })}
      onDone={onDone}
    />
  )
}
