import { useEffect, useRef, useState } from 'react'
import { mayRetry, type ApiResult } from '../../api/result.ts'
import { upload, type UploadAnswers } from '../../api/upload.ts'
import { useTold } from '../../forms/use-told.ts'
import { preparePicture } from './prepare-picture.ts'
import { useLoginDetour } from './use-login-detour.ts'

export type Uploaded = UploadAnswers['/api/upload/receipt']

/** `failed` with `again`: the same pictures can be resent; otherwise others must be chosen, and a message says why. */
export type UploadState =
  | { phase: 'idle' }
  | { phase: 'preparing' }
  | { phase: 'sending'; part: number }
  | { phase: 'failed'; again: boolean }

/** A picture on the device, before it is uploaded. */
export type Preview = { url: string; name: string }

/** The result of {@link useReceiptUpload}. */
export type ReceiptUpload = ReturnType<typeof useReceiptUpload>

/** The most files of one upload. */
const most = 5

type Options = {
  /** The order that the pictures are for, if not the cart. */
  invoiceId?: string
  /** The ticket of the link that opened the order without a login. */
  ticket?: string
  onUploaded: (uploaded: Uploaded, chosenAt: number) => void
}

/** Shrinks pictures, uploads them with progress, and can resend them without choosing again. */
export function useReceiptUpload({ invoiceId, ticket, onUploaded }: Options) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const [told, tell] = useTold()
  const [previews, setPreviews] = useState<Preview[]>([])
  const ready = useRef<{ files: File[]; chosenAt: number }>({ files: [], chosenAt: 0 })
  const shown = useRef<string[]>([])
  const detour = useLoginDetour()
  useEffect(() => () => shown.current.forEach((url) => URL.revokeObjectURL(url)), [])

  function preview(files: File[]) {
    for (const url of shown.current) URL.revokeObjectURL(url)
    shown.current = files.map((file) => URL.createObjectURL(file))
    setPreviews(files.map((file, i) => ({ url: shown.current[i] ?? '', name: file.name })))
  }

  async function choose(chosen: File[], chosenAt: number) {
    const files = chosen.slice(0, most)
    preview(files)
    setState({ phase: 'preparing' })
    const small: File[] = []
    // One after another: old phones lack the memory for several at once.
    for (const file of files) small.push(await preparePicture(file))
    ready.current = { files: small, chosenAt }
    await send()
  }

  async function send() {
    const { files, chosenAt } = ready.current
    setState({ phase: 'sending', part: 0 })
    tell()
    let result: ApiResult<Uploaded>
    try {
      const onProgress = (part: number) => setState({ phase: 'sending', part })
      result = ticket
        ? await upload('/api/renewal/upload', files, { headers: { 'X-Renewal-Ticket': ticket }, onProgress })
        : await upload('/api/upload/receipt', files, { query: { invoiceId }, onProgress })
    } catch {
      return setState({ phase: 'failed', again: true })
    }
    if (result.status === 200) {
      setState({ phase: 'idle' })
      return onUploaded(result.value, chosenAt)
    }
    if (result.status === 401) return detour()
    if (result.status === 400) tell(result.body)
    setState({ phase: 'failed', again: result.status !== 400 || mayRetry(result) })
  }

  return {
    state,
    /** Why other pictures must be chosen. */
    refused: state.phase === 'failed' && !state.again ? told : undefined,
    /** Why the same pictures must be sent again, if the server said so. */
    busy: state.phase === 'failed' && state.again ? told : undefined,
    previews,
    choose,
    again: send,
  }
}
