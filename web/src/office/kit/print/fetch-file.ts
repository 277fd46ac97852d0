import { fetchWithTimeout } from '../../../api/fetch-with-timeout.ts'
import { resultOf, type ApiResult } from '../../../api/result.ts'
import { saveBlob } from '../../../lib/save-blob.ts'

/** Downloads a file with a POST, because a secret must not be in a URL, and saves it through the browser. */
export function fetchFile(url: string, body: object, name: string): Promise<ApiResult<true>> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return fetchWithTimeout(url, init, async (response) => {
    if (response.status !== 200) return resultOf<true>(response.status, await response.text())
    saveBlob(await response.blob(), name)
    return { status: 200, value: true }
  })
}
