import type { State } from '../../domain/subscription.ts'
import type { IconName } from '../../ui/icon.tsx'

/** The colour of a state. */
export type Tone = 'wait' | 'good' | 'act' | 'over'

const looks = {
  running: { tone: 'good', icon: 'check' },
  due: { tone: 'act', icon: 'clock' },
  late: { tone: 'act', icon: 'warning' },
  checking: { tone: 'wait', icon: 'search' },
  rejected: { tone: 'act', icon: 'warning' },
  lasting: { tone: 'over', icon: 'clock' },
  over: { tone: 'over', icon: 'close' },
} as const satisfies Record<State, { tone: Tone; icon: IconName }>

/** The colour and icon of a state. */
export function lookOf(state: State): { tone: Tone; icon: IconName } {
  return looks[state] ?? { tone: 'over', icon: 'info' }
}
