import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newAttempt } from '../../../api/attempt.ts'
import { mayRetry, type ApiResult } from '../../../api/result.ts'
import { dismissToast, toast } from '../../../ui/toast-store.ts'
import { useLatest } from '../../../lib/use-latest.ts'

export type SendOnce<Body, Value = unknown> = {
  /**
   * Sends; while something waits to be sent, that is sent, whatever is given. Gives the definite answer once it is dealt
   * with; null where none came, or while another is under way.
   */
  send: (body: Body) => Promise<ApiResult<Value> | null>
  pending: boolean
  /** There was no answer: it is unknown whether it arrived. Sending again reuses the key. */
  unsent: boolean
  /** Retries the pending one now. */
  again: () => void
  /** Stops retrying, and warns that it may have arrived. */
  stop: () => void
}

// Wi-Fi without internet, or a restarting server: neither causes an online event.
const pause = 15_000

/**
 * Sends what must happen at most once. Its idempotency key is kept until a success, so that pressing again after a lost
 * connection cannot do it twice. Without a definite answer it is resent automatically, at once when the device is
 * online again; unloading the page asks first, and leaving the screen stops it.
 */
export function useSendOnce<Body, Value>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  /** Handles the definite answer, whoever triggered the request; the act stays busy until this has ended. */
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
    halted.current = true // the pending request is ignored too
    wait(null)
    warned.current = toast({ text: 'office.stopped-sending', type: 'error' })
    // If it has arrived, the screen must show it.
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
        // No answer, or one outside the contract.
      }
      // A 500 without a type does not say whether it was executed, nor does a server without room whether it was before.
      const unknown =
        (result?.status === 500 && result.body.type === undefined) || (result && waiting.current && mayRetry(result))
      const definite = unknown ? null : result
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
  // A layout effect, so that an online event right after rendering is not missed.
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
