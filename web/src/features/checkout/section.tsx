import type { ReactNode } from 'react'

const numerals = ['一', '二', '三']

/** One of the open sections of the checkout; `number` from 1. */
export function Section(props: { id: string; number: number; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="scroll-mt-24">
      <h2 id={props.id} className="mb-4 flex items-center gap-3 text-2xl">
        <span aria-hidden="true" className="font-kai text-3xl text-cinnabar" lang="zh-Hans">
          {numerals[props.number - 1]}
        </span>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
