import { useEffect, useRef, type ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { languageTag, type Locale } from '../../../i18n/messages.ts'
import { isFragmentFocused } from './scroll-to-fragment.ts'

let arrivals = 0

/** The heading of an office page: sets the document's title, and takes the focus unless the page is the first. */
export function PageTop(props: {
  title: string
  /** The title in the other language, beside it. */
  twin?: { text: string; language: Locale }
  /** A button beside the title. */
  beside?: ReactNode
  text?: ReactNode
  before?: ReactNode
  keepFocus?: boolean
  /** The heading is only for screen readers, because the content makes it obvious. */
  quiet?: boolean
  /** In a row with the page's controls, to save space. */
  slim?: boolean
}) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const keep = useRef(props.keepFocus)
  const title = `${props.title} · ${t('office.brand')}`
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    arrivals += 1
    if (arrivals === 1 || keep.current || isFragmentFocused()) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={props.quiet ? 'sr-only' : props.slim ? undefined : 'mb-5'}>
      {props.before}
      <div className={props.twin || props.beside ? 'flex flex-wrap items-baseline gap-x-3' : undefined}>
        <h1 ref={heading} tabIndex={-1} className={props.slim ? 'text-2xl' : undefined}>
          {props.title}
        </h1>
        {props.beside}
        {props.twin && (
          <span lang={languageTag[props.twin.language]} className="font-names text-xl text-cinnabar">
            {props.twin.text}
          </span>
        )}
      </div>
      {props.text && <p className="mt-1 text-ink-2">{props.text}</p>}
    </div>
  )
}
