import { useT } from '../../i18n/context.tsx'
import type { EventSummary } from './event.ts'

/** Says of an event that it is under way or over; nothing of one to come. */
export function StateBadge({ state }: { state: EventSummary['state'] }) {
  const t = useT()
  if (state === 'upcoming') return null
  return (
    <span
      className={`rounded-full px-3 py-0.5 text-xs font-bold ${state === 'now' ? 'bg-jade-1 text-jade' : 'bg-paper-2 text-ink-2'}`}
    >
      {t(`event.state-${state}`)}
    </span>
  )
}
