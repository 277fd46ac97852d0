import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import type { OrderItem } from '../../domain/invoice.ts'
import { Icon } from '../../ui/icon.tsx'

type Steps = NonNullable<OrderItem['steps']>

const icons = { done: 'check', now: 'clock', later: 'clock', none: 'minus' } as const

/**
 * The progress of an item; `title` labels the list for screen readers. With `all` (in the office) it has all steps:
 * received, checked, written, and lit or offered. Otherwise only the item's own steps, because the order shows those of
 * the payment.
 */
export function ItemSteps({ title, steps: of, all = false }: { title: string; steps: Steps; all?: boolean }) {
  const steps = all ? of : ownSteps(of)
  const t = useT()
  const locale = useLocale()
  const whys = [...new Set(of.flatMap(({ why }) => (why ? [why] : [])))]
  const last = of.at(-1)
  const day = last?.at && date(locale, last.at, 'short')
  return (
    <div className="mt-2 space-y-1 text-sm">
      {steps.length > 0 && (
        <ol aria-label={t('invoice.steps-item', { title })} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {steps.map(({ step, state, done, of }) => (
            <li
              key={step}
              aria-current={all && state === 'now' ? 'step' : undefined} // otherwise the order's own progress has it
              className={`flex items-center gap-1 ${state === 'done' ? 'font-bold text-jade' : state === 'now' ? 'font-bold' : 'text-ink-2'}`}
            >
              <Icon name={icons[state]} size={20} />
              {t(`invoice.steps-${step}`)}
              {of > 1 && state !== 'none' && done < of && ` ${t('invoice.steps-of', { done, of })}`}
              <span className="sr-only">: {t(`invoice.steps-is-${state}`)}</span>
            </li>
          ))}
        </ol>
      )}
      {whys.map((why) => (
        <p key={why}>{t(`invoice.steps-why-${why}`)}</p>
      ))}
      {last && day && last.state !== 'none' && (
        <p>
          {t(`invoice.steps-${last.step === 'lit' ? 'lit' : 'offered'}-${last.state === 'done' ? 'on' : 'will'}`, {
            date: day,
          })}
        </p>
      )}
    </div>
  )
}

/** The item's own steps: written, and lit or offered. The order shows those of the payment. */
function ownSteps(steps: Steps): Steps {
  return steps.filter(({ step, state }) => step !== 'received' && step !== 'checked' && state !== 'none')
}
