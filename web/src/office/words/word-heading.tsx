import type { ReactNode } from 'react'
import { thousands } from '../../i18n/format.ts'

/** The heading of a section of the list, with its number of messages. */
export function WordHeading({ id, count, children }: { id: string; count: number; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line bg-paper-2 px-5 py-2.5">
      <h2 id={id} className="text-lg">
        {children}
      </h2>
      {count > 0 && <span className="text-ink-2">{thousands(count)}</span>}
    </div>
  )
}
