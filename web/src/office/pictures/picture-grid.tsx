import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import type { PictureItem } from '../kit/pictures/picture-queries.ts'
import { Thumb } from '../kit/pictures/thumb.tsx'

type Props = { rows: readonly PictureItem[]; open: string; pathOf: (id: string) => string }

/** The pictures of the library as a grid. */
export function PictureGrid({ rows, open, pathOf }: Props) {
  const t = useT()
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
      {rows.map((picture) => (
        <li key={picture.id} className="relative min-w-0">
          <span
            className={`block rounded-2xl ${picture.id === open ? 'ring-4 ring-cinnabar ring-offset-2 ring-offset-paper' : ''}`}
          >
            <Thumb picture={picture} />
          </span>
          <Link
            href={pathOf(picture.id)}
            aria-current={picture.id === open ? 'true' : undefined}
            className="mt-1.5 block truncate font-bold after:absolute after:inset-0 after:rounded-2xl"
          >
            {picture.name}
          </Link>
          <p className={picture.used > 0 ? 'text-sm text-ink-2' : 'text-sm font-bold text-gold-7'}>
            {picture.used > 0 ? t('pictures.used', { count: picture.used }) : t('pictures.not-used')}
          </p>
        </li>
      ))}
    </ul>
  )
}
