import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newAttempt } from '../../../api/attempt.ts'
import type { ApiResult } from '../../../api/result.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useLatest } from '../../../lib/use-latest.ts'

export type SendOnce<Body> = {
  /** Sends; while something waits to be sent, that is sent, whatever is given. */
  send: (body: Body) => Promise<void>
  pending: boolean
  /** No answer came: it may have arrived or not. Sending it again is the same attempt. */
  unsent: boolean
  /** Sends what waits now. */
  again: () => void
  /** Sends what waits no more, and says that it may have arrived. */
  stop: () => void
}

// Wi-Fi without the internet behind it, or a server that starts anew: the device tells of neither.
const pause = 15_000

/**
 * Sends what must happen once at most. Its key is kept until a success, so that pressing again after a
 * lost connection cannot do it twice. As long as no definite answer came it is sent again by itself, at once when
 * the device is back in the net; leaving the page before asks first, and leaving the screen stops it.
 */
export function useSendOnce<Body, Value>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  /** The definite answer, whoever pressed. */
  onAnswer: (result: ApiResult<Value>, body: Body) => void,
): SendOnce<Body> {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [unsent, setUnsent] = useState(false)
  const [attempt] = useState(newAttempt)
  const busy = useRef(false)
  const gone = useRef(false)
  const halted = useRef(false)
  const waiting = useRef<{ body: Body } | null>(null)
  const latest = useLatest({ call, onAnswer })
  const wait = useCallback((next: { body: Body } | null) => {
    waiting.current = next
    setUnsent(next !== null)
  }, [])
  const stop = useCallback(() => {
    if (!waiting.current) return
    halted.current = true // what is under way now is not waited for either
    wait(null)
    toast({ text: 'till.stopped', type: 'error' })
    // Should it have arrived, the screen says so.
    void client.invalidateQueries()
  }, [client, wait])
  const send = useCallback(
    async (body: Body) => {
      if (busy.current) return
      busy.current = true
      setPending(true)
      halted.current = false
      const attempted = waiting.current ?? { body }
      let result: ApiResult<Value> | null = null
      try {
        result = await latest.current.call(attempted.body, attempt.keyFor(attempted.body))
      } catch {
        // No answer, or one that the contract does not know.
      }
      busy.current = false
      setPending(false)
      // A 500 without a type says nothing about what was done.
      if (!result || (result.status === 500 && result.body.type === undefined)) {
        if (!halted.current) wait(attempted)
        if (gone.current) stop()
        return
      }
      if (result.status === 200) attempt.done()
      wait(null)
      latest.current.onAnswer(result, attempted.body)
    },
    [attempt, stop, wait, latest],
  )
  const again = useCallback(() => {
    if (waiting.current) void send(waiting.current.body)
  }, [send])
  // Before anybody sees that it waits: a connection that comes back just then is not missed.
  useLayoutEffect(() => {
    if (!unsent) return
    const leave = (event: BeforeUnloadEvent) => event.preventDefault()
    const timer = setInterval(again, pause)
    window.addEventListener('online', again)
    window.addEventListener('beforeunload', leave)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      window.removeEventListener('beforeunload', leave)
    }
  }, [unsent, again])
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      if (!busy.current) stop()
    }
  }, [stop])
  return { send, pending, unsent, again, stop }
}
