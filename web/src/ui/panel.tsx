import type { HTMLAttributes } from 'react'

const rooms = { xs: 'p-4 sm:p-5', s: 'p-5', m: 'p-5 sm:p-6', l: 'p-5 sm:p-7' }

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'div' | 'article'
  /** The panel's padding. */
  size?: keyof typeof rooms
}

/** A raised box. Accepts the element's attributes too. */
export function Panel({ as: Tag = 'section', size = 'm', className = '', ...rest }: Props) {
  return <Tag className={`card ${rooms[size]} ${className}`.trim()} {...rest} />
}
