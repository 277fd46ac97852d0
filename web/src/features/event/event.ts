/** What an event is about; the words for each are messages, event.kind-*. */
export const kinds = ['chanting', 'festival', 'memorial', 'talk'] as const
export type EventKind = (typeof kinds)[number]

/** An event in a list. Times are RFC 3339; `lunar` is written in Chinese in both languages. */
export type EventSummary = {
  key: string
  kind: EventKind
  title: string
  summary: string
  startsAt: string
  endsAt: string
  lunar: string
  place: string
  state: 'upcoming' | 'now' | 'past'
}

/** An event with all that its page shows; `html` has been sanitised by the server. */
export type EventDetail = EventSummary & {
  lunarDate: { chinese: string; month: number; day: number; leap?: boolean; term?: string }
  html: string
  otherLanguage?: boolean
  offering?: {
    key: string
    title: string
    summary: string
    art: string
    state: 'open' | 'soon' | 'closed' | 'sold-out'
  }
}
