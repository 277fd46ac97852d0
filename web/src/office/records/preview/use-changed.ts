import { useQuery } from '@tanstack/react-query'
import { changedParts, type ChangedParts } from '../../kit/site/changed-parts.ts'
import { pageOf } from './preview-address.ts'
import type { Language, Summary } from '../record-queries.ts'

/**
 * What the draft of a record changes compared with the published page: both pages are loaded as the server renders
 * them. `new`: there is no published page.
 */
export function useChanged(record: Summary, language: Language, on: boolean) {
  const { live, draft } = pageOf(record, language)
  return useQuery({
    queryKey: ['preview-changed', draft],
    enabled: on,
    gcTime: 0,
    queryFn: async (): Promise<ChangedParts | 'new'> => {
      const [before, after] = await Promise.all([read(live), read(draft)])
      if (!after) throw new Error('no draft')
      return before ? changedParts(before, after, language) : 'new'
    },
  })
}

async function read(address: string): Promise<Document | undefined> {
  const answer = await fetch(address, { cache: 'no-store', headers: { Accept: 'text/html' } })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`page ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}
