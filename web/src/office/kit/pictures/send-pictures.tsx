import { useId, useState } from 'react'
import type { ApiResult } from '../../../api/result.ts'
import { preparePicture } from '../../../features/checkout/prepare-picture.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { useTold } from '../../../forms/use-told.ts'
import type { ButtonKind } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { whyNot } from '../act/why-not.ts'
import { guarded } from '../session/session-gate.ts'

type Props = {
  label: string
  /** The error message when there was no answer. */
  failed: MessageKey
  send: (pictures: File[]) => Promise<ApiResult<unknown>>
  onDone: () => void | Promise<void>
  kind?: ButtonKind
  className?: string
  multiple?: boolean
  /** Opens the device's camera instead of its files. */
  camera?: boolean
  /** The button's label while uploading. */
  sending: string
}

/** A button that uploads pictures, after shrinking them. A failed upload can be repeated. */
export function SendPictures({ label, sending, failed, send, onDone, camera, ...button }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useTold()
  async function take(files: File[]) {
    setBusy(true)
    setError()
    try {
      const small = await Promise.all(files.map((file) => preparePicture(file)))
      const result = await guarded(() => send(small))
      if (result.status === 200) await onDone()
      else setError(whyNot(result))
    } catch (failure) {
      console.error(failure)
      setError({ key: failed })
    }
    setBusy(false)
  }
  return (
    <div>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <FileButton
        id={id}
        icon="upload"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        busy={busy}
        describedBy={error ? `${id}-error` : undefined}
        onFiles={(files) => void take(files)}
        {...button}
      >
        {busy ? sending : label}
      </FileButton>
    </div>
  )
}
