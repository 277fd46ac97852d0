import { isValidElement, type ReactElement, type ReactNode } from 'react'

type Head = { text: string; right?: boolean; hidden?: boolean; className?: string }

type Props = {
  caption?: string
  /** The column headings: texts, those of numbers aligned `right`, `hidden` ones only for screen readers. */
  heads: readonly (string | Head | ReactElement | false | undefined)[]
  headClass: string
  /** Below 768 px each row is a card, and the headings are only for screen readers. */
  cards?: boolean
  className?: string
  bodyClass?: string
  foot?: ReactNode
  /** The table's rows. */
  children: ReactNode
}

/** A table of the office, with a caption and headings. */
export function Table({ caption, heads, headClass, cards, className, bodyClass, foot, children }: Props) {
  const cell = (head: string | Head) => {
    const { text, right, hidden, className } = typeof head === 'string' ? { text: head } : head
    return (
      <th key={text} scope="col" className={[headClass, right && 'text-right', className].filter(Boolean).join(' ')}>
        {hidden ? <span className="sr-only">{text}</span> : text}
      </th>
    )
  }
  return (
    <table className={`w-full ${cards ? 'max-md:block' : ''} ${className ?? ''}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className={cards ? 'max-md:sr-only' : undefined}>
        <tr>{heads.map((head) => head && (isValidElement(head) ? head : cell(head)))}</tr>
      </thead>
      <tbody className={`${cards ? 'max-md:block' : ''} ${bodyClass ?? ''}`}>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}
