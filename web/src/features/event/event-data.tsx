import { sgt } from '../../i18n/format.ts'
import { usePage } from '../../page/payload.tsx'
import type { EventDetail } from './event.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** A moment as Singapore's clocks show it, with the offset that search engines want to see. */
function withOffset(moment: string): string {
  const t = sgt(moment)
  return `${t.year}-${two(t.month)}-${two(t.day)}T${two(t.hour)}:${two(t.minute)}:00+08:00`
}

/** The event for search engines (schema.org). It is data: nothing of it runs. */
export function EventData({ event }: { event: EventDetail }) {
  const { site } = usePage()
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary,
    startDate: withOffset(event.startsAt),
    endDate: withOffset(event.endsAt),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: true,
    location: {
      '@type': 'Place',
      name: event.place ? `${event.place}, ${site.templeName}` : site.templeName,
      address: site.address,
    },
    organizer: { '@type': 'PlaceOfWorship', name: site.templeName },
  }
  // A text of the office must not end the element.
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
