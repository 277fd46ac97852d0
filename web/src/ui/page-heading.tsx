import type { ReactNode } from 'react'

/** The heading of a page, which takes the focus on navigation. */
export function PageHeading(props: { eyebrow?: ReactNode; title: ReactNode; text?: ReactNode }) {
  return (
    <div className="mb-6 mt-2">
      {props.eyebrow && <p className="eyebrow mb-2">{props.eyebrow}</p>}
      <h1>{props.title}</h1>
      {props.text && <p className="mt-3 max-w-2xl text-lg text-ink-2 sm:text-xl">{props.text}</p>}
    </div>
  )
}
