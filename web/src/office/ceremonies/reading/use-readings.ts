import { useEffect, useState } from 'react'
import { readingsOf, type Readings } from './pronounce.ts'

let loading: Promise<Readings> | undefined

const load = async () => readingsOf((await import('./pinyin-data.ts')).readings)

/**
 * The pronunciation table, loaded as soon as the page is shown, so that it is available offline; 'failed' on error.
 * `wanted` retries after a failure.
 */
export function useReadings(wanted: boolean): Readings | 'failed' | undefined {
  const [readings, setReadings] = useState<Readings | 'failed'>()
  useEffect(() => {
    let gone = false
    loading ??= load()
    loading.then(
      (found) => !gone && setReadings(found),
      () => {
        loading = undefined
        if (!gone) setReadings('failed')
      },
    )
    return () => {
      gone = true
    }
  }, [wanted])
  return readings
}
