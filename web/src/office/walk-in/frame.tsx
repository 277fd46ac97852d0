import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { CounterTop } from '../counter/counter-top.tsx'
import { FootBar } from '../kit/layout/foot-bar.tsx'

/** The four screens of a walk-in in order, as in their URLs. */
export const steps = ['items', 'names', 'payer', 'pay'] as const
export type Step = (typeof steps)[number]

export function pathOf(step: Step): string {
  return `/walk-in/${step}`
}

type Props = {
  step: Step
  /** The number of lines and the total in cents; undefined while an amount is missing. */
  count: number
  cents: number | undefined
  /** To the next screen; absent on the last one, which has its own button. */
  onNext?: () => void
  /** The final button, on the last screen. */
  act?: ReactNode
  top?: ReactNode
  children: ReactNode
}

/** The frame of each screen: progress on top, and a footer with the total, Back and Next. */
export function Frame(props: Props) {
  const t = useT()
  const current = steps.indexOf(props.step)
  const before = steps[current - 1]
  return (
    <>
      <CounterTop here="full" title={t(`walk-in.step-${props.step}`)} keepFocus={props.step === 'items'} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <Stepper label={t('walk-in.steps')} steps={steps.map((step) => t(`walk-in.short-${step}`))} current={current} />
        {props.top}
      </div>
      {props.children}
      <FootBar>
        {before !== undefined && (
          <Link href={pathOf(before)} className={buttonClass('plain')}>
            {t('office.back')}
          </Link>
        )}
        <p className="ml-auto text-right leading-tight" aria-live="polite">
          <span className="block text-sm text-ink-2">{t('walk-in.count', { count: props.count })}</span>
          <span className="font-figures text-2xl font-semibold">
            {props.cents === undefined ? '–' : money(props.cents)}
          </span>
        </p>
        {props.onNext && (
          <Button
            kind="primary"
            className="min-w-40 text-lg"
            aria-disabled={props.count === 0 || undefined}
            onClick={() => props.count > 0 && props.onNext?.()}
          >
            {t('walk-in.next')}
          </Button>
        )}
        {props.act}
      </FootBar>
    </>
  )
}
