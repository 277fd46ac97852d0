import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { foundQuery } from './hall-queries.ts'
import { PlaceSign } from './place-sign.tsx'

/** The positions found by a search, each with a link to the map. */
export function PlacesFound({ q }: { q: string }) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(foundQuery(q))
  return (
    <Panel className="mb-4" aria-labelledby="places-found">
      <h2 id="places-found" className="text-xl">
        {t('halls.found')}
      </h2>
      <Loaded query={query} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-2">{t('office.none-found')}</p>
          ) : (
            <ul className="mt-2">
              {items.map((one) => (
                <li key={one.id} className="border-b border-line last:border-0">
                  <Link
                    href={`/halls/${one.key}?tower=${one.tower}&row=${one.row}&unit=${one.unit}`}
                    className="flex min-h-12 flex-wrap items-center gap-x-4 py-2 hover:bg-paper-2"
                  >
                    <PlaceSign state={one.state} />
                    <span className="font-bold">{one.code}</span>
                    <span>{one.hall[locale]}</span>
                    <span className="font-names">{one.names.join('、')}</span>
                    <span className="text-ink-2">{one.payer}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
