import type { ReactNode } from 'react'
import { thousands } from '../../../i18n/format.ts'

/** How many there are of something: the figures of a list stand below each other, and their words beside them. */
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
