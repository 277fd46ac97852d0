import type { components } from '../../api/schema'
import { dayOf } from '../../i18n/format.ts'

export type Lamp = components['schemas']['SiteLampView']
/** A lamp as its public link shows it, without its order; a member's own lamp has more. */
export type StandingLamp = components['schemas']['SiteFoundLamp'] & Pick<Partial<Lamp>, 'running'>
export type Hall = components['schemas']['PositionHallView']
export type Rite = components['schemas']['CeremonyRite']

const day = 86_400_000
const number = (moment: string | number) => Math.round(Date.parse(`${dayOf(moment)}T00:00:00Z`) / day)

/**
 * The elapsed share of a term, in whole days of Singapore; `until` is the midnight at which it ends. Days left are
 * counted from today, even if the term has not begun.
 */
export function progressOf(from: string, until: string, now: number): { done: number; total: number; left: number } {
  const total = Math.max(1, number(until) - number(from))
  const done = Math.min(total, Math.max(0, number(now) - number(from)))
  return { done, total, left: Math.max(0, number(until) - number(now)) }
}

/** Whether the names are of the departed, whose slip is a tablet. */
export const isMemorial = (lamp: StandingLamp): boolean =>
  lamp.sheet?.groups?.some(({ kind }) => kind === 'departed') ?? false

/** The names of a lamp, living and departed, in Chinese where available. */
export function slipNames(lamp: StandingLamp): { living: string[]; departed: string[] } {
  const of = (departed: boolean) =>
    (lamp.sheet?.groups ?? [])
      .filter(({ kind }) => (kind === 'departed') === departed)
      .flatMap(({ people }) => people.map(({ chineseName, name }) => chineseName ?? name ?? ''))
      .filter(Boolean)
  return { living: of(false), departed: of(true) }
}
