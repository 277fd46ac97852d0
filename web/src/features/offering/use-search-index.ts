import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import type { OfferingIndex, OfferingSummary } from '../../domain/offering.ts'
import { shownIndex } from './catalogue.ts'

type Index = ReadonlyMap<string, OfferingIndex>

/**
 * What the search of the catalogue looks at. It is as large as the page, and few search: so it is loaded when the search
 * field gets the focus, or `wanted`. Until then, and if that fails, a search finds what the cards show.
 */
export function useSearchIndex(wanted: boolean) {
  const [index, setIndex] = useState<Index | 'failed'>()
  const asked = useRef(false)
  const load = useCallback(() => {
    if (asked.current) return
    asked.current = true
    fetchIndex().then(setIndex, (error) => {
      console.warn('the search index could not be loaded', error)
      asked.current = false // the next focus asks again
      setIndex('failed')
    })
  }, [])
  useEffect(() => {
    if (wanted) load()
  }, [wanted, load])
  const known = index === 'failed' ? undefined : index
  const indexOf = (offering: OfferingSummary) => known?.get(offering.key) ?? shownIndex(offering)
  return { indexOf, complete: index !== undefined, load }
}

async function fetchIndex(): Promise<Index> {
  const result = await api.get('/api/offering-index')
  if (result.status !== 200) throw new Error(`status ${result.status}`)
  return new Map(result.value.items.map(({ key, ...index }) => [key, index]))
}
