import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel.tsx'

/** A titled section of a page. */
export function Card(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Panel>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{props.title}</h2>
        {props.aside}
      </div>
      {props.children}
    </Panel>
  )
}
