import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { shows, type Pictures, type Place } from '../kit/pictures/picture-queries.ts'

type Props = { place: Place; first: Pictures | undefined; searchOf: (place: Place) => string }

/** All pictures, those without words, those that nothing uses; each with how many there are. */
export function PictureTabs({ place, first, searchOf }: Props) {
  const t = useT()
  const counts = { all: 0, undescribed: first?.undescribed ?? 0, unused: first?.unused ?? 0 }
  return (
    <nav aria-label={t('pictures.tabs')} className="max-w-full">
      <ul className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {shows.map((show) => (
          <li key={show} className="min-w-0 grow">
            <Link
              href={`/pictures${searchOf({ ...place, show })}`}
              aria-current={show === place.show ? 'page' : undefined}
              className={`flex min-h-12 items-center justify-center gap-2 rounded-[1.1rem] px-4 font-bold ${show === place.show ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
            >
              {t(`pictures.show-${show}`)}
              {counts[show] > 0 && (
                <span
                  className={`rounded-full px-2 text-sm ${show === 'undescribed' ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
                >
                  {counts[show]}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
