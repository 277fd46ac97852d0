import { useCallback, useEffect, useState } from 'react'
import type { ApiResult } from '../api/result.ts'

/** The last answer of a query; while the next one is pending, the previous value stays. */
export type Answer<Value> = { value: Value | undefined; failed: boolean; again: () => void }

/** Runs the query on mount and whenever it changes. `ask` is undefined while there is nothing to load. */
export function useAnswer<Value>(ask: (() => Promise<ApiResult<Value>>) | undefined): Answer<Value> {
  const [value, setValue] = useState<Value>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!ask) return
    let left = false
    const run = async () => {
      let result: ApiResult<Value> | undefined
      try {
        result = await ask()
      } catch (error) {
        console.error(error)
      }
      if (left) return
      setFailed(result?.status !== 200)
      if (result?.status === 200) setValue(result.value)
    }
    void run()
    return () => {
      left = true
    }
  }, [ask, tries])
  const again = useCallback(() => {
    setFailed(false)
    setTries((n) => n + 1)
  }, [])
  return { value, failed, again }
}
