import type { components } from '../../api/schema'

/** An event in a list. Times are RFC 3339; `lunar` is written in Chinese in both languages. */
export type EventSummary = components['schemas']['EventCard']
/** An event with all that its page shows; `html` has been sanitised by the server. */
export type EventDetail = components['schemas']['EventDetail']
export type EventKind = EventSummary['kind']

/** What an event is about; the words for each are messages, event.kind-*. */
export const kinds = ['chanting', 'festival', 'memorial', 'talk'] as const satisfies readonly EventKind[]
