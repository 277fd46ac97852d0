import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { stepNumber } from '../../i18n/format.ts'

/** A numbered section of the checkout; `number` starts at 1. */
export function Section(props: { id: string; number: number; title: ReactNode; children: ReactNode }) {
  const locale = useLocale()
  return (
    <section aria-labelledby={props.id} className="scroll-mt-24">
      <h2 id={props.id} className="mb-4 flex items-center gap-3 text-2xl">
        <span aria-hidden="true" className={`text-3xl text-cinnabar ${locale === 'zh' ? 'font-kai' : 'font-figures'}`}>
          {stepNumber(locale, props.number)}
        </span>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
