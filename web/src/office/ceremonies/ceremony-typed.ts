import { fromField, toField } from '../../features/checkout/transfer-time.ts'
import { isDay } from '../../domain/day.ts'
import type { Wrong } from '../../forms/refusal.ts'
import type { Ceremony, CeremonyBody } from './ceremony-queries.ts'

type Source = CeremonyBody['sources'][number]
export type SourceKind = Source['kind']

/**
 * A sitting as typed; `key` identifies it while rows are added and removed. `hall` is a hall's key, or '' if the place
 * is given in words. `no` is its stored number, by which its names stay with it; a new one has none.
 */
export type TypedSitting = {
  key: number
  no?: number
  starts: string
  ends: string
  hall: string
  en: string
  zh: string
}
/** A chosen offering: `of` is its id, or its id and an option's. `from` and `until` are days. */
export type TypedSource = { key: number; of: string; kind: SourceKind; from: string; until: string }
/** A ceremony as typed. */
export type TypedCeremony = {
  en: string
  zh: string
  gathers: CeremonyBody['gathers']
  script: CeremonyBody['script']
  paper: boolean
  closes: string
  sittings: TypedSitting[]
  sources: TypedSource[]
}

let last = 0
const fresh = () => ++last

export const newSitting = (): TypedSitting => ({ key: fresh(), starts: '', ends: '', hall: '', en: '', zh: '' })
export const newSource = (): TypedSource => ({ key: fresh(), of: '', kind: 'departed', from: '', until: '' })

/** The initial values of the form: a ceremony, or empty. */
export function typedOf(ceremony?: Ceremony): TypedCeremony {
  if (!ceremony)
    return {
      en: '',
      zh: '',
      gathers: 'bought',
      script: 'hans',
      paper: true,
      closes: '',
      sittings: [newSitting()],
      sources: [newSource()],
    }
  return {
    en: ceremony.title.en,
    zh: ceremony.title.zh,
    gathers: ceremony.gathers,
    script: ceremony.script,
    paper: ceremony.paper,
    closes: ceremony.closesAt ? toField(ceremony.closesAt) : '',
    sittings: ceremony.sittings.map(({ no, startsAt, endsAt, hall, place }) => ({
      key: fresh(),
      no,
      starts: toField(startsAt),
      ends: toField(endsAt),
      hall: hall ?? '',
      en: place.en,
      zh: place.zh,
    })),
    sources: ceremony.sources.map(({ offeringId, optionId, kind, orderedFrom, orderedUntil }) => ({
      key: fresh(),
      of: optionId ? `${offeringId} ${optionId}` : offeringId,
      kind,
      from: orderedFrom ? toField(orderedFrom).slice(0, 10) : '',
      until: orderedUntil ? toField(orderedUntil).slice(0, 10) : '',
    })),
  }
}

const midnight = (day: string) => (day ? fromField(`${day}T00:00`) : undefined)

/** Validates before sending; errors are keyed by control ids, which equal the server's field names. */
export function missingOf(typed: TypedCeremony): Wrong[] {
  const wrong: Wrong[] = []
  const need = (id: string, value: string | undefined) => {
    if (!value?.trim()) wrong.push({ id, key: 'fault.required' })
  }
  need('title.en', typed.en)
  need('title.zh', typed.zh)
  typed.sittings.forEach(({ starts, ends }, i) => {
    need(`sittings[${i}].startsAt`, fromField(starts))
    need(`sittings[${i}].endsAt`, fromField(ends))
  })
  typed.sources.forEach(({ of, from, until }, i) => {
    need(`sources[${i}].offeringId`, of)
    if (from && !isDay(from)) wrong.push({ id: `sources[${i}].orderedFrom`, key: 'fault.day-unreadable' })
    if (until && !isDay(until)) wrong.push({ id: `sources[${i}].orderedUntil`, key: 'fault.day-unreadable' })
  })
  return wrong
}

/** The request body. Times are in Singapore. */
export function bodyOf(typed: TypedCeremony): CeremonyBody {
  return {
    title: { en: typed.en, zh: typed.zh },
    gathers: typed.gathers,
    script: typed.script,
    paper: typed.paper,
    closesAt: fromField(typed.closes),
    sittings: typed.sittings.map(({ no, starts, ends, hall, en, zh }) => ({
      no,
      startsAt: fromField(starts) ?? '',
      endsAt: fromField(ends) ?? '',
      hall: hall || undefined,
      place: hall ? { en: '', zh: '' } : { en, zh },
    })),
    sources: typed.sources.map(({ of, kind, from, until }) => {
      const [offeringId = '', optionId] = of.split(' ')
      return { offeringId, optionId, kind, orderedFrom: midnight(from), orderedUntil: midnight(until) }
    }),
  }
}

/** A running list for a day of the lunar month: read out from the list, nothing printed. */
export function runningOn(typed: TypedCeremony, day: string, first: boolean): TypedCeremony {
  const [sitting = newSitting()] = typed.sittings
  return {
    ...typed,
    gathers: 'running',
    paper: false,
    en: first ? 'First-day chanting' : 'Full moon chanting',
    zh: first ? '初一诵经祈福' : '十五诵经祈福',
    closes: `${day}T00:00`,
    sittings: [{ ...sitting, starts: `${day}T09:30`, ends: `${day}T11:00` }],
    sources: typed.sources.map((one) => ({ ...one, kind: 'lamp' })),
  }
}
