import type { MessageKey } from '../i18n/messages.ts'
import { useId } from 'react'
import { useT } from '../i18n/context.tsx'
import { FieldError } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  id?: string
  label: string
  hideLabel?: boolean
  value: number
  most: number
  error?: string
  pending?: boolean
  onChange: (value: number) => void
}

/** A quantity, changed by one at a time; unit, quantity and maximum are announced when it changes. */
export function Quantity({
  id: given,
  label,
  hideLabel = false,
  value,
  most,
  error,
  pending = false,
  onChange,
}: Props) {
  const t = useT()
  const own = useId()
  const id = given ?? own
  const step = (to: number, icon: IconName, words: MessageKey) => {
    const off = pending || to < 1 || to > most
    return (
      <button
        type="button"
        aria-label={t(words, { label })}
        aria-disabled={off || undefined}
        className="grid h-12 w-12 place-items-center rounded-full text-cinnabar hover:bg-cinnabar-1 aria-disabled:cursor-default aria-disabled:text-ink-2 aria-disabled:opacity-50"
        onClick={() => !off && onChange(to)}
      >
        <Icon name={icon} />
      </button>
    )
  }
  return (
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={`${id}-label`} className={hideLabel ? 'sr-only' : 'mb-1 font-semibold'}>
        {label}
      </p>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <div className="inline-flex items-center rounded-full bg-white shadow-[inset_0_0_0_1.5px_var(--color-line-2)]">
        {step(value - 1, 'minus', 'common.fewer')}
        <output className="min-w-9 text-center text-xl font-bold" aria-atomic="true">
          <span className="sr-only">{label} </span>
          {value}
          {value >= most && most > 1 && <span className="sr-only"> {t('common.at-most', { max: most })}</span>}
        </output>
        {step(value + 1, 'plus', 'common.more')}
      </div>
    </div>
  )
}
