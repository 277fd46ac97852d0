import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { upload, type UploadAnswers } from '../../../api/upload.ts'
import { whyNot } from '../act/why-not.ts'
import { useT } from '../../../i18n/context.tsx'
import { leaving } from '../layout/leaving.ts'
import { refresh } from '../query/refresh.ts'
import { guarded } from '../session/session-gate.ts'

export type UploadedPicture = UploadAnswers['/api/admin/picture']

/** A file being uploaded to the library. */
export type Sending = {
  key: number
  file: File
  /** The share of bytes sent, 0 to 1. */
  part: number
  state: 'waiting' | 'sending' | 'ready' | 'failed'
  why?: string
  /** A retry with the same file makes sense: the error was not about the file. */
  again?: boolean
}

/** The server's limits (internal/platform/media): 10 MB of JPEG, PNG, WebP or HEIC. */
const mostBytes = 10 * 1024 * 1024
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

/** Errors that the same file would get again (internal/offer/library). */
const ofTheFile = new Set([
  'photo-not-a-picture',
  'photo-too-large',
  'photo-too-many-pixels',
  'photo-unreadable',
  'empty-file',
])

let last = 0

type Options = {
  /** The picture whose file is replaced. */
  replaces?: string
  /**
   * The path, with /admin, of a page that continues uploading while its parts are mounted and unmounted (see
   * `leaving.hold`).
   */
  within?: string
}

/**
 * Uploads pictures to the library one after another, with progress. Before an unfinished upload is lost, the browser
 * asks on leaving the office, and the office on leaving the page.
 */
export function useUploads(
  onDone: (uploaded: UploadedPicture, file: File) => void,
  { replaces, within }: Options = {},
) {
  const t = useT()
  const client = useQueryClient()
  const [list, setList] = useState<Sending[]>([])
  const queue = useRef<Sending[]>([])
  const running = useRef(false)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort() // abort: the component is unmounted
  }, [])
  const underWay = list.some(({ state }) => state === 'waiting' || state === 'sending')
  // A layout effect, so that it is released before a replacing page starts.
  useLayoutEffect(() => {
    if (!underWay) return
    const leave = (event: BeforeUnloadEvent) => event.preventDefault()
    const letGo = leaving.hold(within)
    window.addEventListener('beforeunload', leave)
    return () => {
      letGo()
      window.removeEventListener('beforeunload', leave)
    }
  }, [underWay, within])
  const change = (key: number, next: Partial<Sending>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const sendOne = async ({ key, file }: Sending) => {
    if (file.size > mostBytes) return change(key, { state: 'failed', why: t('fault.photo-too-large', { max: 10 }) })
    change(key, { state: 'sending' })
    try {
      const result = await guarded(() =>
        upload('/api/admin/picture', [file], {
          query: { replaces },
          signal: stop.current.signal,
          onProgress: (part) => change(key, { part }),
        }),
      )
      if (result.status === 200) {
        change(key, { state: 'ready', part: 1 })
        void refresh(client, 'pictures')
        onDone(result.value, file)
      } else {
        const why = whyNot(result)
        const again = !('code' in why && ofTheFile.has(why.code))
        change(key, { state: 'failed', why: 'key' in why ? t(why.key) : why.title, again })
      }
    } catch {
      change(key, { state: 'failed', why: t('pictures.not-sent'), again: true })
    }
  }
  const run = async () => {
    if (running.current) return
    running.current = true
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await sendOne(next)
    running.current = false
  }
  const send = (files: readonly File[]) => {
    const added = files.map((file): Sending => ({ key: ++last, file, part: 0, state: 'waiting' }))
    queue.current.push(...added)
    setList((all) => [...all.filter(({ state }) => state !== 'ready'), ...added])
    void run()
  }
  const again = (one: Sending) => {
    setList((all) => all.filter(({ key }) => key !== one.key))
    send([one.file])
  }
  const clear = () => setList((all) => all.filter(({ state }) => state === 'waiting' || state === 'sending'))
  return { list, send, again, clear }
}
