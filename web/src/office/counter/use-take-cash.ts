import { useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../../api/result.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { undoUntil } from '../kit/act/undo-store.ts'
import { cashGiven } from './cash.ts'

type Options<Body, Taken> = {
  due: number
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Taken>>
  /** Booked; until `undoable` (epoch milliseconds of this device) it can be taken back. */
  onTaken: (taken: Taken, undoable: number) => void
  onRefused?: () => void
}

/** Taking cash: what is typed into the field, why it cannot be taken, and the one sending that books it. */
export function useTakeCash<Body, Taken>({ due, call, onTaken, onRefused }: Options<Body, Taken>) {
  const [typed, setTyped] = useState('')
  const [noShift, setNoShift] = useState(false)
  const sentAt = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A scanner has just opened the order: what is put down can be typed at once.
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

/** What the fields and the button of a form that takes cash show. */
export type TakeCash = Pick<
  ReturnType<typeof useTakeCash>,
  'due' | 'typed' | 'type' | 'error' | 'noShift' | 'field'
> & { take: { unsent: boolean; pending: boolean; stop: () => void } }
