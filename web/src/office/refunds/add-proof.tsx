import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { preparePicture } from '../../features/checkout/prepare-picture.ts'
import { useTold } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'

/** Sends screenshots of the transfer that gave money back. One that was sent already is kept once, so a failed try is repeated as it is. */
export function AddProof({ refundId }: { refundId: string }) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useTold()
  async function send(files: File[]) {
    if (busy || files.length === 0) return
    setBusy(true)
    setError()
    try {
      const small = await Promise.all(files.map((file) => preparePicture(file)))
      const result = await guarded(() =>
        upload('/api/admin/refund-transfer/{id}/proof', small, { params: { id: refundId } }),
      )
      if (result.status === 200) {
        await refresh(client, 'money')
        toast({ text: 'orders.proof-sent' })
      } else setError('body' in result ? result.body : { key: 'message.unexpected-error' })
    } catch (failure) {
      console.error(failure)
      setError({ key: 'orders.proof-failed' })
    }
    setBusy(false)
  }
  return (
    <div>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <label
        aria-busy={busy || undefined}
        className={buttonClass(
          'plain',
          'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-3',
        )}
      >
        <Icon name="upload" />
        {t(busy ? 'orders.proof-sending' : 'orders.proof-add')}
        <input
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          disabled={busy}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            void send(files)
          }}
        />
      </label>
    </div>
  )
}
