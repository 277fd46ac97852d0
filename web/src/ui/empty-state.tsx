import type { ReactNode } from 'react'
import { Picture } from './art/picture.tsx'

/** Shown when a list is empty, with the next step. */
export function EmptyState(props: { art?: string; title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="card flex flex-col items-center gap-2 px-5 py-10 text-center sm:py-14">
      <div className="mb-3 h-36 w-48 overflow-hidden rounded-3xl">
        <Picture art={props.art ?? 'incense'} eager />
      </div>
      <h2 className="text-2xl">{props.title}</h2>
      {props.text && <p className="max-w-md text-lg text-ink-2">{props.text}</p>}
      {props.children && <div className="mt-4 flex flex-wrap justify-center gap-3">{props.children}</div>}
    </div>
  )
}
