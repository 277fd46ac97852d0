import type { ReactNode } from 'react'

type Props = {
  /** Names and values; a row without a value is omitted. */
  rows: readonly (readonly [label: string, value: ReactNode] | false | undefined)[]
  className?: string
  /** The classes of each row, name and value. */
  row?: string
  term?: string
  value?: string
}

/** A description list: names and values in rows. */
export function Facts(props: Props) {
  const { rows, className = 'space-y-3', row, term = 'text-sm text-ink-2', value = 'font-semibold' } = props
  return (
    <dl className={className}>
      {rows.map(
        (one) =>
          one &&
          one[1] && (
            <div key={one[0]} className={row}>
              <dt className={term}>{one[0]}</dt>
              <dd className={value}>{one[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
