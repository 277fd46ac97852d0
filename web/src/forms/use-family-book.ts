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
  /** Undefined while it loads, and for users without a book. */
  people?: readonly Relative[]
}

const unknown: Book = { asked: false }
const slot: Slot<Book> = { first: () => unknown }

/**
 * The member's family book, loaded once a visit; undefined while it loads, and for users without a book. Known
 * relations are translated into the page's language, as a tick writes them.
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
    // Several lists of one form share a single request.
    if (!given && !cache.read(slot).asked) void fetchBook(cache)
  }, [asked, given, cache])
  const book = given ?? people
  return useMemo(() => book?.map((one) => ({ ...one, relation: relationIn(one, locale) })), [book, locale])
}

/** Loads the book again, as after a change. Until then the old data stays. */
export async function fetchBook(cache: SessionCache): Promise<void> {
  const mine: Book = { ...cache.read(slot), asked: true }
  cache.write(slot, mine)
  // Staff without a member record have no book, and the server would refuse.
  const user = cache.read(sessionSlot).answer?.user
  if (user && !user.member) return
  try {
    const result = await api.get('/api/family')
    // An answer is dropped if the session has ended meanwhile.
    if (result.status === 200 && cache.read(slot) === mine)
      cache.write(slot, { asked: true, people: result.value.items })
  } catch (error) {
    // On failure, the form works as for a guest.
    console.error(error)
  }
}

/** Invalidates the book: it has changed, and the next form loads it. */
export function forgetBook(cache: SessionCache): void {
  cache.write(slot, unknown)
}
