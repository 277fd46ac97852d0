type Props = {
  /** What is in progress, as the accessible name for screen readers. */
  label: string
  /** Undefined if the progress is unknown. */
  done: number | undefined
  total: number
  className?: string
}

/** A progress bar. */
export function ProgressBar({ label, done, total, className = '' }: Props) {
  return (
    <progress
      max={Math.max(total, 1)}
      value={done}
      aria-label={label}
      className={`block w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-jade [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-jade ${done === undefined ? 'animate-pulse' : ''} ${className}`}
    />
  )
}
