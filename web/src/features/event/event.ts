import type { components } from '../../api/schema'

/** An event in a list. Times are RFC 3339; `lunar` is in Chinese in both languages. */
export type EventSummary = components['schemas']['EventCard']
/** An event with everything that its page shows; the server has sanitised `html`. */
export type EventDetail = components['schemas']['EventDetail']
export type EventKind = EventSummary['kind']

/** The kinds of events; their labels are messages event.kind-*. */
export const kinds = ['chanting', 'festival', 'memorial', 'talk'] as const satisfies readonly EventKind[]
