import { readDevice, writeDevice } from '../../../lib/device-storage.ts'

/** The reading position: the sitting, and the number of the name; number 0 is its beginning. */
export type ReadingPlace = { sitting: number; no: number }

const stored = 'shanmen.office.reading'
const most = 20 // how many ceremonies keep a position

type Kept = { id: string; places: Record<string, number>; sitting: number }

function kept(): Kept[] {
  try {
    const all: unknown = JSON.parse(readDevice(stored) ?? '[]')
    return Array.isArray(all) ? (all as Kept[]).filter((one) => typeof one?.id === 'string' && one.places) : []
  } catch {
    return [] // stored by another version
  }
}

/** Where reading a ceremony stopped on this device; of a sitting, or of the last one. */
export function readingPlace(id: string, sitting?: number): ReadingPlace {
  const one = kept().find((other) => other.id === id)
  const of = sitting ?? one?.sitting ?? 1
  return { sitting: of, no: one?.places[of] ?? 0 }
}

/** Stores the reading position, so that it resumes after the tablet slept. Numbers only, no names. */
export function keepReadingPlace(id: string, { sitting, no }: ReadingPlace): void {
  const all = kept()
  const one = all.find((other) => other.id === id)
  const now = { id, sitting, places: { ...one?.places, [sitting]: no } }
  writeDevice(stored, JSON.stringify([now, ...all.filter((other) => other.id !== id)].slice(0, most)))
}
