import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { EventSummary } from './event.ts'

/** A badge for an event that is cancelled, under way or over; nothing for an upcoming one. */
export function StateBadge({ event }: { event: Pick<EventSummary, 'state' | 'cancelled'> }) {
  const t = useT()
  const state = event.cancelled ? 'cancelled' : event.state
  if (state === 'upcoming') return null
  return (
    <Badge tone={state === 'now' ? 'good' : 'over'} size="small">
      {t(`event.state-${state}`)}
    </Badge>
  )
}
