import { useContext, useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { sessionSlot } from '../../page/session-store.ts'
import { useVisit } from '../../page/visit-context.ts'
import type { Slot, Visit } from '../../page/visit.ts'
import type { Relative } from '../../domain/form/family-book.ts'
import { GivenBook } from './given-book.ts'

type Book = {
  asked: boolean
  /** None until it is here, and for whoever has no book. */
  people?: readonly Relative[]
}

const unknown: Book = { asked: false }
const slot: Slot<Book> = { first: () => unknown }

/** The member's family book, asked for once a visit; undefined until it is here, and for whoever has none. */
export function useFamilyBook(): readonly Relative[] | undefined {
  const visit = useVisit()
  const given = useContext(GivenBook)
  const { asked, people } = useSyncExternalStore(
    visit.subscribe,
    () => visit.read(slot),
    () => unknown,
  )
  useEffect(() => {
    // Several lists of a form ask in one breath.
    if (!given && !visit.read(slot).asked) void fetchBook(visit)
  }, [asked, given, visit])
  return given ?? people
}

/** Fetches the book again, as after a change. What is known of it stays on show until then. */
export async function fetchBook(visit: Visit): Promise<void> {
  const mine: Book = { ...visit.read(slot), asked: true }
  visit.write(slot, mine)
  // Staff without a member record have no book: asking would only be refused.
  const user = visit.read(sessionSlot).answer?.user
  if (user && !user.member) return
  try {
    const result = await api.get('/api/family')
    // An answer for a visit that has ended is nobody's.
    if (result.status === 200 && visit.read(slot) === mine)
      visit.write(slot, { asked: true, people: result.value.items })
  } catch (error) {
    // The form is then what it is for a guest.
    console.error(error)
  }
}

/** Forgets what is known of the book: it has changed, and the next form asks for it. */
export function forgetBook(visit: Visit): void {
  visit.write(slot, unknown)
}
