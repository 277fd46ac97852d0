import { useState } from 'react'

/** The value; while there is none (undefined), the last one. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value === undefined ? last : value
}
