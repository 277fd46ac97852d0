import { useContext, useEffect, useState } from 'react'
import { useSession } from '../site/session/session.tsx'
import type { FamilyPicker } from './family-picker.tsx'
import { FamilyBookOverride } from './family-book-override.ts'
import type { KeepPeople } from './keep-people.tsx'

/** `Keep` is absent for another person's book, in which nothing is saved. */
type Parts = { Picker: typeof FamilyPicker; Keep?: typeof KeepPeople }

/** The components that connect a form to the family book: loaded only for members. */
export function useFamilyParts(): Parts | undefined {
  const { status } = useSession()
  const given = useContext(FamilyBookOverride) !== undefined
  const [parts, setParts] = useState<Parts>()
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what was loaded for a member is dropped after logout
    if (status !== 'member' && !given) return setParts(undefined)
    let left = false
    load(given).then(
      (found) => void (left || setParts(found)),
      // On failure, the form works as for a guest.
      (error: unknown) => console.error(error),
    )
    return () => {
      left = true
    }
  }, [given, status])
  return parts
}

async function load(given: boolean): Promise<Parts> {
  if (given) return { Picker: (await import('./family-picker.tsx')).FamilyPicker }
  const [picker, keep] = await Promise.all([import('./family-picker.tsx'), import('./keep-people.tsx')])
  return { Picker: picker.FamilyPicker, Keep: keep.KeepPeople }
}
