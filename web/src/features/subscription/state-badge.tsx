import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { State } from '../../domain/subscription.ts'
import { lookOf } from './look.ts'

const tones = {
  wait: 'bg-gold-1 text-gold-7',
  good: 'bg-jade-1 text-jade',
  act: 'bg-cinnabar-1 text-cinnabar',
  over: 'bg-paper-2 text-ink-2',
}

/** Where a subscription stands in a word, with icon and colour. */
export function StateBadge({ state }: { state: State }) {
  const t = useT()
  const { tone, icon } = lookOf(state)
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-bold ${tones[tone]}`}>
      <Icon name={icon} size={18} className="shrink-0" />
      {t(`subscription.badge-${state}`)}
    </span>
  )
}
