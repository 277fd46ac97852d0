import { Icon } from './icon.tsx'

/** The current position in a series of steps; `current` counts from 0 and equals their number at the end. */
export function Stepper(props: { label: string; steps: readonly string[]; current: number }) {
  return (
    <nav aria-label={props.label}>
      <ol className="flex flex-wrap gap-x-4 gap-y-2 text-sm sm:text-base">
        {props.steps.map((step, i) => {
          const done = i < props.current
          const here = i === props.current
          return (
            <li
              key={step}
              aria-current={here ? 'step' : undefined}
              className={`flex items-center gap-2 ${here ? 'font-bold' : done ? 'font-medium' : 'font-medium text-ink-2'}`}
            >
              <span
                className={`grid h-8 w-8 shrink-0 place-items-center rounded-full text-sm font-bold ${here ? 'bg-cinnabar text-white' : done ? 'bg-jade text-white' : 'shadow-[inset_0_0_0_1.5px_var(--color-line-2)]'}`}
              >
                {done ? <Icon name="check" size={18} className="stroke-[2.6]" /> : i + 1}
              </span>
              {step}
              {i < props.steps.length - 1 && (
                <span
                  className={`ml-2 w-6 border-t-2 border-dashed sm:w-12 ${done ? 'border-gold' : 'border-line-2'}`}
                  aria-hidden="true"
                />
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
