import { useEffect, useState } from 'react'
import { readingsOf, type Readings } from './pronounce.ts'

let loading: Promise<Readings> | undefined

const load = async () => readingsOf((await import('./pinyin-data.ts')).readings)

/**
 * How characters are said, asked for as soon as the page stands, so that it is here when the network drops; 'failed' where
 * it did not come. `wanted` asks again after a failure.
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
