import type { ReactNode } from 'react'
import { thousands } from '../../../i18n/format.ts'

/** A count with its text; counts of a list are aligned. */
export function FigureLine({ count, words, children }: { count: number; words: ReactNode; children?: ReactNode }) {
  return (
    <>
      <b className="w-12 shrink-0 text-right text-lg leading-6 tabular-nums">{thousands(count)}</b>{' '}
      <span className="min-w-0 grow">
        {words}
        {children}
      </span>
    </>
  )
}
