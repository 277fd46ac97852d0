import { vi } from 'vitest'

/** A recorded request: the call, its body (for a file its name), and its Idempotency-Key. */
export type Sent = { call: string; body: unknown; key: string | null }
export type Answer = [status: number, body: unknown] | 'no answer'

/**
 * Mocks a server that gives each call the same answer until it is changed; calls are named by method and path. Accepts
 * files too.
 */
export function serve(answers: Record<string, Answer>) {
  const sent: Sent[] = []
  const empty: Answer = [200, { items: [], total: 0 }]
  const answerTo = (call: string): Answer => answers[call] ?? empty
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.split('?')[0]}`
    if (init.method !== 'GET') {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      sent.push({ call, body, key: new Headers(init.headers).get('Idempotency-Key') })
    }
    const answer = answerTo(call)
    if (answer === 'no answer') throw new TypeError('failed to fetch')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  })
  // Files are sent with XMLHttpRequest, which reports progress.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      responseText = ''
      onload = () => {}
      onerror = () => {}
      call = ''
      open(method: string, url: string) {
        this.call = `${method} ${url.split('?')[0]}`
      }
      setRequestHeader() {}
      send(form: FormData) {
        const file = form.get('file')
        sent.push({ call: this.call, body: file instanceof File ? file.name : null, key: null })
        const answer = answerTo(this.call)
        if (answer === 'no answer') return this.onerror()
        this.status = answer[0]
        this.responseText = JSON.stringify(answer[1])
        this.onload()
      }
    },
  )
  return sent
}
