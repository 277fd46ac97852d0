import { useId, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { preparePicture } from '../../features/checkout/prepare-picture.ts'
import { useT } from '../../i18n/context.tsx'
import { useTold } from '../../forms/use-told.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { guarded } from '../kit/session/session-gate.ts'

/** Opens the tablet's camera for the devotee's phone; the picture goes to the treasurer. A failed one can be taken again. */
export function PhotographButton({ invoiceId, onDone }: { invoiceId: string; onDone: () => void }) {
  const t = useT()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useTold()
  async function send(files: File[]) {
    if (busy || files.length === 0) return
    setBusy(true)
    setError()
    try {
      const small = await Promise.all(files.slice(0, 5).map((file) => preparePicture(file)))
      const result = await guarded(() =>
        upload('/api/admin/walk-in/{id}/picture', small, { params: { id: invoiceId } }),
      )
      if (result.status === 200) onDone()
      else setError('body' in result ? result.body : { key: 'message.unexpected-error' })
    } catch (failure) {
      console.error(failure)
      setError({ key: 'walkin.picture-failed' })
    }
    setBusy(false)
  }
  return (
    <div>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <label
        aria-busy={busy || undefined}
        className={buttonClass(
          'primary',
          'w-full cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-3',
        )}
      >
        <Icon name="upload" />
        {t(busy ? 'walkin.sending' : 'walkin.photograph')}
        <input
          type="file"
          accept="image/*"
          capture="environment"
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
