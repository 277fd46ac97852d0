import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { EventSummary } from './event.ts'

/** Says of an event that it is cancelled, under way or over; nothing of one to come. */
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
