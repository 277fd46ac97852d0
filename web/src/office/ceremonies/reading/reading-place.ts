import { readDevice, writeDevice } from '../../../lib/device-storage.ts'

/** Where somebody reads: the sitting, and the number of the name; no 0: at its beginning. */
export type ReadingPlace = { sitting: number; no: number }

const stored = 'shanmen.office.reading'
const most = 20 // ceremonies whose place is kept

type Kept = { id: string; places: Record<string, number>; sitting: number }

function kept(): Kept[] {
  try {
    const all: unknown = JSON.parse(readDevice(stored) ?? '[]')
    return Array.isArray(all) ? (all as Kept[]).filter((one) => typeof one?.id === 'string' && one.places) : []
  } catch {
    return [] // it was written by another version
  }
}

/** Where the reading of a ceremony stopped on this device; of a sitting, or of the one read last. */
export function readingPlace(id: string, sitting?: number): ReadingPlace {
  const one = kept().find((other) => other.id === id)
  const of = sitting ?? one?.sitting ?? 1
  return { sitting: of, no: one?.places[of] ?? 0 }
}

/** Keeps where the reading is, so that it goes on there when the tablet has slept. Numbers only, no names. */
export function keepReadingPlace(id: string, { sitting, no }: ReadingPlace): void {
  const all = kept()
  const one = all.find((other) => other.id === id)
  const now = { id, sitting, places: { ...one?.places, [sitting]: no } }
  writeDevice(stored, JSON.stringify([now, ...all.filter((other) => other.id !== id)].slice(0, most)))
}
