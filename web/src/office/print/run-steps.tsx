import { useT } from '../../i18n/context.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { RunKind } from './run-queries.ts'

const steps = ['what', 'checks', 'proof', 'print', 'accept'] as const

/** The five steps of a print run; `current` counts from 0 and is five at the end. A list needs no confirmation. */
export function RunSteps({ current, kind }: { current: number; kind: RunKind }) {
  const t = useT()
  const shown = kind === 'list' ? steps.slice(0, -1) : steps
  return <Stepper label={t('print.steps')} steps={shown.map((step) => t(`print.step-${step}`))} current={current} />
}
