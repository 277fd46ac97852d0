import { useCallback, useEffect, useRef, useState } from 'react'
import { newAttempt } from '../api/attempt.ts'
import type { ApiResult } from '../api/result.ts'

export type SendOnce<Body, Value> = {
  /** Sends; null when no definite answer came, and then `unsent` is what waits. */
  send: (body: Body) => Promise<ApiResult<Value> | null>
  pending: boolean
  /** No answer came: it may have arrived or not. Sending it again is the same wish. */
  unsent: Body | null
}

/**
 * Sends a wish that must come true once at most. Its key is kept until a definite answer, so that pressing again
 * after a lost connection cannot do it twice. When the device is back in the net it is sent again by itself;
 * leaving the page before asks first.
 */
export function useSendOnce<Body, Value>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  onLate: (result: ApiResult<Value>) => void,
): SendOnce<Body, Value> {
  const [pending, setPending] = useState(false)
  const [unsent, setUnsent] = useState<Body | null>(null)
  const [attempt] = useState(newAttempt)
  const busy = useRef(false)
  const latest = useRef({ call, onLate })
  latest.current = { call, onLate }
  const send = useCallback(
    async (body: Body) => {
      if (busy.current) return null
      busy.current = true
      setPending(true)
      try {
        const result = await latest.current.call(body, attempt.keyFor(body))
        if (result.status === 200) attempt.done()
        // A 500 says nothing about what was done.
        setUnsent(result.status === 500 ? body : null)
        return result.status === 500 ? null : result
      } catch {
        setUnsent(body)
        return null
      } finally {
        busy.current = false
        setPending(false)
      }
    },
    [attempt],
  )
  useEffect(() => {
    if (unsent === null) return
    const again = async () => {
      const result = await send(unsent)
      if (result) latest.current.onLate(result)
    }
    const online = () => void again()
    const leave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('online', online)
    window.addEventListener('beforeunload', leave)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('beforeunload', leave)
    }
  }, [unsent, send])
  return { send, pending, unsent }
}
