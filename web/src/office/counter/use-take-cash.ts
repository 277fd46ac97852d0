import { useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../../api/result.ts'
import { toastFailure } from '../../forms/use-api.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { toast } from '../../ui/toast-store.ts'
import { useSendOnce } from '../kit/act/send-once.ts'
import { guarded } from '../kit/session/session-gate.ts'
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
  const [error, setError] = useTold()
  const [noShift, setNoShift] = useState(false)
  const sentAt = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A scanner has just opened the order: what is put down can be typed at once.
    field.current?.focus()
  }, [])
  const finish = (result: ApiResult<Taken>) => {
    if (result.status === 200) return onTaken(result.value, undoUntil(sentAt.current))
    onRefused?.()
    if (result.status === 400) {
      setNoShift(result.body.code === 'shift-not-open')
      setError(whyRefused(result.body))
    } else if (result.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
    else if (result.status !== 401) toastFailure(result)
  }
  const take = useSendOnce<Body, Taken>(
    (body, idempotencyKey) =>
      guarded(() => {
        sentAt.current ||= Date.now()
        return call(body, idempotencyKey)
      }),
    finish,
  )
  const send = (body: Body) => {
    sentAt.current = 0
    return take.send(body)
  }
  const type = (text: string) => {
    setTyped(text)
    setError()
  }
  const refuse = () => field.current?.focus()
  return { ...cashGiven(due, typed), due, typed, type, error, setError, noShift, field, take, send, refuse }
}

/** What the fields and the button of a form that takes cash show. */
export type TakeCash = Pick<
  ReturnType<typeof useTakeCash>,
  'due' | 'typed' | 'type' | 'error' | 'noShift' | 'field'
> & { take: { unsent: boolean; pending: boolean; stop: () => void } }
