type Props = {
  on: boolean
  /** What is switched, as the accessible name for screen readers. */
  label: string
  pending?: boolean
  onChange: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Switch({ on, label, pending = false, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-disabled={pending || undefined}
      onClick={() => !pending && onChange(!on)}
      className="grid h-11 w-14 shrink-0 place-items-center rounded-full"
    >
      <span
        aria-hidden="true"
        className={`flex h-7 w-12 items-center rounded-full p-0.5 transition-colors ${on ? 'justify-end bg-jade' : 'justify-start bg-line-2'} ${pending ? 'opacity-60' : ''}`}
      >
        <span className="h-6 w-6 rounded-full bg-card shadow-card" />
      </span>
    </button>
  )
}
