import type { ReactNode } from 'react'

/** One of the ways to a second step, under its heading. */
export function FactorCard(props: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${props.id}-heading`} className="card p-5 sm:p-7">
      <h2 id={`${props.id}-heading`} className="text-2xl">
        {props.title}
      </h2>
      <p className="mt-1 text-ink-2">{props.text}</p>
      <div className="mt-4">{props.children}</div>
    </section>
  )
}
