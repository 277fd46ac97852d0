import type { components } from './schema'
import { callUrl, type PathOf } from './client.ts'
import { resultOf, UnexpectedStatus, type ApiResult } from './result.ts'

type Picture = components['schemas']['CartFileView']

/** The answers of upload calls: the contract describes JSON bodies only. */
export type UploadAnswers = {
  '/api/upload/receipt': { fileId: string; files: Picture[] }
  '/api/renewal/upload': { fileId: string; files: Picture[] }
  '/api/admin/bank/statement': { id: string; state: string; known: boolean }
  '/api/admin/import': { id: string; known: boolean }
  '/api/admin/walk-in/{id}/picture': unknown
  '/api/admin/refund-transfer/{id}/proof': unknown
  '/api/admin/ceremony/photo': { picture: components['schemas']['LibraryOne'] }
  '/api/admin/picture': { picture: components['schemas']['LibraryOne']; alike: components['schemas']['LibraryItem'][] }
}
export type UploadPath = keyof UploadAnswers & PathOf<'post'>

export type UploadOptions = {
  /** Values for the {names} of the path. */
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  /** Name of the form field; `file` by default. */
  field?: string
  headers?: Record<string, string>
  /** Called with a share from 0 to 1 as bytes are sent. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Sends files as multipart and reports progress, which fetch cannot. Results as in {@link api}, also of a busy server. */
export function upload<P extends UploadPath>(
  path: P,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<ApiResult<UploadAnswers[P]>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', callUrl(path, { params: options.params, query: options.query }))
    // One minute, plus the time for the bytes on a slow connection of 16 kB/s.
    request.timeout = 60_000 + files.reduce((sum, file) => sum + file.size, 0) / 16
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
    request.onload = () => {
      try {
        resolve(resultOf<UploadAnswers[P]>(request.status, request.responseText))
      } catch (error) {
        if (error instanceof UnexpectedStatus && error.busy) resolve({ status: 400, body: error.busy })
        else reject(error)
      }
    }
    const failed = () => reject(new UnexpectedStatus(0))
    request.onerror = failed
    request.ontimeout = failed
    request.onabort = failed
    options.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    for (const file of files) form.append(options.field ?? 'file', file)
    request.send(form)
  })
}
