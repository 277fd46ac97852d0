import { useT } from '../../i18n/context.tsx'
import { Stepper } from '../../ui/stepper.tsx'

const steps = ['file', 'columns', 'look', 'import'] as const

/** The four steps of an import; `current` counts from 0 and is four at the end. */
export function ImportSteps({ current }: { current: number }) {
  const t = useT()
  return <Stepper label={t('imports.steps')} steps={steps.map((step) => t(`imports.step-${step}`))} current={current} />
}
