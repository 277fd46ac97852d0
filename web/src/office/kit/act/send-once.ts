import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newAttempt } from '../../../api/attempt.ts'
import type { ApiResult } from '../../../api/result.ts'
import { dismissToast, toast } from '../../../ui/toast-store.ts'
import { useLatest } from '../../../lib/use-latest.ts'

export type SendOnce<Body, Value = unknown> = {
  /**
   * Sends; while something waits to be sent, that is sent, whatever is given. Gives the definite answer once it is dealt
   * with; null where none came, or while another is under way.
   */
  send: (body: Body) => Promise<ApiResult<Value> | null>
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
  /** Deals with the definite answer, whoever pressed; the act is under way until this has ended. */
  onAnswer: (result: ApiResult<Value>, body: Body) => unknown,
): SendOnce<Body, Value> {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [unsent, setUnsent] = useState(false)
  const [attempt] = useState(newAttempt)
  const busy = useRef(false)
  const gone = useRef(false)
  const halted = useRef(false)
  const warned = useRef<number>(undefined)
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
    warned.current = toast({ text: 'till.stopped', type: 'error' })
    // Should it have arrived, the screen says so.
    void client.invalidateQueries()
  }, [client, wait])
  const send = useCallback(
    async (body: Body) => {
      if (busy.current) return null
      busy.current = true
      setPending(true)
      halted.current = false
      const attempted = waiting.current ?? { body }
      let result: ApiResult<Value> | null = null
      try {
        result = await latest.current.call(attempted.body, attempt.keyFor(attempted.body ?? null))
      } catch {
        // No answer, or one that the contract does not know.
      }
      // A 500 without a type says nothing about what was done.
      const definite = result?.status === 500 && result.body.type === undefined ? null : result
      if (definite) {
        if (definite.status === 200) attempt.done()
        wait(null)
        if (warned.current) dismissToast(warned.current)
        try {
          await latest.current.onAnswer(definite, attempted.body)
        } catch (error) {
          console.error(error)
        }
      } else if (!halted.current) wait(attempted)
      busy.current = false
      setPending(false)
      if (!definite && gone.current) stop()
      return definite
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
