import { useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../../api/result.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { undoUntil } from '../kit/act/undo-store.ts'
import { cashGiven } from './cash.ts'

type Options<Body, Taken> = {
  due: number
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Taken>>
  /** Called when booked; it can be undone until `undoable` (epoch milliseconds of this device). */
  onTaken: (taken: Taken, undoable: number) => void
  onRefused?: () => void
}

/** The state of taking cash: the field's text, the error, and the call that books it once. */
export function useTakeCash<Body, Taken>({ due, call, onTaken, onRefused }: Options<Body, Taken>) {
  const [typed, setTyped] = useState('')
  const [noShift, setNoShift] = useState(false)
  const sentAt = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Focuses the amount right after a scan has opened the order.
    field.current?.focus()
  }, [])
  const take = useActOnce<Body, Taken>(
    (body, idempotencyKey) => {
      sentAt.current ||= Date.now()
      return call(body, idempotencyKey)
    },
    {
      done: (taken) => onTaken(taken, undoUntil(sentAt.current)),
      refused: (result) => {
        onRefused?.()
        if (result.status === 400) setNoShift(result.body.code === 'shift-not-open')
        return false
      },
    },
  )
  const send = (body: Body) => {
    sentAt.current = 0
    return take.send(body)
  }
  const type = (text: string) => {
    setTyped(text)
    take.forget()
  }
  const refuse = () => field.current?.focus()
  return {
    ...cashGiven(due, typed),
    due,
    typed,
    type,
    error: take.problem,
    setError: take.tell,
    noShift,
    field,
    take,
    send,
    refuse,
  }
}

/** The props of the fields and the button of a form that takes cash. */
export type TakeCash = Pick<
  ReturnType<typeof useTakeCash>,
  'due' | 'typed' | 'type' | 'error' | 'noShift' | 'field'
> & { take: { unsent: boolean; pending: boolean; stop: () => void } }
