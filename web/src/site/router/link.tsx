import type { AnchorHTMLAttributes } from 'react'
import { useHref, type LinkId, type ParamsOf, type Tail } from './href.ts'
import { usePreload } from './navigation.ts'
import { useWritten } from './use-written.ts'

type Props<Id extends LinkId> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Tail & { to: Id; card?: boolean } & (ParamsOf<Id> extends undefined
    ? { params?: undefined }
    : { params: ParamsOf<Id> })

/**
 * A link to a route by name, in the page's language. It is a plain anchor: clicks are intercepted once for the whole
 * document, so links in content work the same way, and all work without JavaScript. A link to an unpublished page
 * renders only its text. With `card` the whole surrounding card is clickable.
 */
export function Link<Id extends LinkId>({ to, params, query, hash, card, className, ...rest }: Props<Id>) {
  const href = useHref()
  const preload = usePreload()
  const written = useWritten()
  const url = href(to, params as ParamsOf<Id>, { query, hash })
  // The text stays, because it may be part of a sentence; menus omit such links.
  if (!written(to)) return <span>{rest.children}</span>
  const classes = card ? `card-link ${className ?? ''}`.trim() : className
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller passes the content
  return <a href={url} className={classes} onPointerEnter={() => preload(url)} onFocus={() => preload(url)} {...rest} />
}
