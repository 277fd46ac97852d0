import { useInsertionEffect, useRef, type RefObject } from 'react'

/**
 * A ref with the value of the last render, for callbacks that run later: timers, listeners, answers. It is set before
 * any other effect of that render runs.
 */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
