import type { AnchorHTMLAttributes } from 'react'
import { useHref, type LinkId, type ParamsOf, type Tail } from './href.ts'
import { usePreload } from './navigation.ts'
import { useWritten } from './use-written.ts'

type Props<Id extends LinkId> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Tail & { to: Id; card?: boolean } & (ParamsOf<Id> extends undefined
    ? { params?: undefined }
    : { params: ParamsOf<Id> })

/**
 * A link to a route by its name, in the page's language. It is a plain anchor: the click is taken over once for the
 * whole document, so links inside content work the same way, and all of them work before the script has loaded. Of a
 * page that the temple has not written the words stand alone. With `card` the whole card around it is pressed.
 */
export function Link<Id extends LinkId>({ to, params, query, hash, card, className, ...rest }: Props<Id>) {
  const href = useHref()
  const preload = usePreload()
  const written = useWritten()
  const url = href(to, params as ParamsOf<Id>, { query, hash })
  // The words stay where they are part of a text; menus leave them out.
  if (!written(to)) return <span>{rest.children}</span>
  const classes = card ? `after:absolute after:inset-0 after:rounded-card ${className ?? ''}`.trim() : className
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller gives its words
  return <a href={url} className={classes} onPointerEnter={() => preload(url)} onFocus={() => preload(url)} {...rest} />
}
