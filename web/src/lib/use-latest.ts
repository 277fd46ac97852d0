import { useInsertionEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the value of the last render for callbacks that outlive it: a timer, a listener, an answer that comes later. It
 * is written before any other effect of that render runs.
 */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
