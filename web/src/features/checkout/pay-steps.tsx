import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

const names = ['transfer', 'send'] as const

/** The names of the two PayNow steps, with the current one. */
export function PaySteps({ at }: { at: 1 | 2 }) {
  const t = useT()
  return (
    <ol aria-label={t('checkout.steps')} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
      {names.map((name, i) => {
        const done = i + 1 < at
        const now = i + 1 === at
        return (
          <li
            key={name}
            aria-current={now ? 'step' : undefined}
            className={`flex items-center gap-2 ${now ? '' : done ? 'text-jade' : 'text-ink-2'} ${i > 0 ? 'grow before:h-0.5 before:min-w-2 before:grow before:rounded-full before:bg-line' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`grid h-5 w-5 shrink-0 place-items-center rounded-full ${now ? 'bg-cinnabar text-paper' : done ? 'bg-jade text-white' : 'shadow-[inset_0_0_0_1.5px_var(--color-line-2)]'}`}
            >
              {done && <Icon name="check" size={18} />}
            </span>
            {t(`checkout.step-${name}`)}
            {done && <span className="sr-only">: {t('checkout.step-done')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
