import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { State } from '../../domain/subscription.ts'
import { lookOf } from './look.ts'

/** The state of a subscription as a label with icon and colour. */
export function StateBadge({ state }: { state: State }) {
  const t = useT()
  const { tone, icon } = lookOf(state)
  return (
    <Badge tone={tone} icon={icon}>
      {t(`subscription.badge-${state}`)}
    </Badge>
  )
}
