import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { useLocale } from '../i18n/context.tsx'
import { sessionSlot } from '../site/session/session-store.ts'
import { useSessionCache } from '../site/session/session-cache-context.ts'
import type { Slot, SessionCache } from '../site/session/session-cache.ts'
import type { Relative } from '../domain/form/family-book.ts'
import { relationIn } from '../domain/names.ts'
import { FamilyBookOverride } from './family-book-override.ts'

type Book = {
  asked: boolean
  /** None until it is here, and for whoever has no book. */
  people?: readonly Relative[]
}

const unknown: Book = { asked: false }
const slot: Slot<Book> = { first: () => unknown }

/**
 * The member's family book, asked for once a visit; undefined until it is here, and for whoever has none. Known relations
 * are in the language of the page, as a tick writes them.
 */
export function useFamilyBook(): readonly Relative[] | undefined {
  const cache = useSessionCache()
  const locale = useLocale()
  const given = useContext(FamilyBookOverride)
  const { asked, people } = useSyncExternalStore(
    cache.subscribe,
    () => cache.read(slot),
    () => unknown,
  )
  useEffect(() => {
    // Several lists of a form ask in one breath.
    if (!given && !cache.read(slot).asked) void fetchBook(cache)
  }, [asked, given, cache])
  const book = given ?? people
  return useMemo(() => book?.map((one) => ({ ...one, relation: relationIn(one, locale) })), [book, locale])
}

/** Fetches the book again, as after a change. What is known of it stays on show until then. */
export async function fetchBook(cache: SessionCache): Promise<void> {
  const mine: Book = { ...cache.read(slot), asked: true }
  cache.write(slot, mine)
  // Staff without a member record have no book: asking would only be refused.
  const user = cache.read(sessionSlot).answer?.user
  if (user && !user.member) return
  try {
    const result = await api.get('/api/family')
    // An answer for a visit that has ended is nobody's.
    if (result.status === 200 && cache.read(slot) === mine)
      cache.write(slot, { asked: true, people: result.value.items })
  } catch (error) {
    // The form is then what it is for a guest.
    console.error(error)
  }
}

/** Forgets what is known of the book: it has changed, and the next form asks for it. */
export function forgetBook(cache: SessionCache): void {
  cache.write(slot, unknown)
}
