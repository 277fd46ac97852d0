import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'

/** A section of a page, with its heading. */
export function TitledPanel(props: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <Panel size="l" aria-labelledby={`${props.id}-heading`}>
      <h2 id={`${props.id}-heading`} className="text-2xl">
        {props.title}
      </h2>
      {props.text && <p className="mt-1 text-ink-2">{props.text}</p>}
      <div className="mt-4">{props.children}</div>
    </Panel>
  )
}
