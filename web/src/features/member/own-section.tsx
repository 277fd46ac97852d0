import type { ReactNode } from 'react'

/** One part of a page of the member's own, under its heading. */
export function OwnSection(props: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${props.id}-heading`} className="card p-5 sm:p-7">
      <h2 id={`${props.id}-heading`} className="text-2xl">
        {props.title}
      </h2>
      {props.text && <p className="mt-1 text-ink-2">{props.text}</p>}
      <div className="mt-4">{props.children}</div>
    </section>
  )
}
