import { useEffect, useState } from 'react'
import { useSession } from '../../page/session.tsx'
import type { FamilyPicker } from './family-picker.tsx'
import type { KeepPeople } from './keep-people.tsx'

type Parts = { Picker: typeof FamilyPicker; Keep: typeof KeepPeople }

/** What joins a form with the family book: loaded for members alone. A guest's browser asks for nothing. */
export function useFamilyParts(): Parts | undefined {
  const { status } = useSession()
  const [parts, setParts] = useState<Parts>()
  useEffect(() => {
    if (status !== 'member') return setParts(undefined)
    let left = false
    load().then(
      (found) => void (left || setParts(found)),
      // Without the book the form is what it is for a guest.
      (error: unknown) => console.error(error),
    )
    return () => {
      left = true
    }
  }, [status])
  return parts
}

async function load(): Promise<Parts> {
  const [picker, keep] = await Promise.all([import('./family-picker.tsx'), import('./keep-people.tsx')])
  return { Picker: picker.FamilyPicker, Keep: keep.KeepPeople }
}
