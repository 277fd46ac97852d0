import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import type { EventKind } from './event.ts'

/** The kinds of events as links, so that the filter is part of the URL. */
export function KindFilter(props: { kinds: readonly EventKind[]; kind: EventKind | undefined }) {
  const t = useT()
  const chips = [undefined, ...props.kinds]
  return (
    <nav aria-label={t('event.kinds')} className="no-print mb-8">
      <ul className="flex flex-wrap gap-2">
        {chips.map((kind) => (
          <li key={kind ?? ''}>
            <Link to="event" query={{ kind }} aria-current={kind === props.kind ? 'true' : undefined} className="chip">
              {kind ? t(`event.kind-${kind}`) : t('common.all')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
