type Props = {
  /** What goes on, for who does not see the bar. */
  label: string
  /** Without it, it is not known how much is done. */
  done: number | undefined
  total: number
  className?: string
}

/** How much of something is done, as a bar. */
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
