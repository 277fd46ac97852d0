import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { PriceTable } from './price-table.tsx'
import { priceHistory, type PriceTurn } from './price-queries.ts'

/** Every publication that changed a price of an offering: user, time, old and new price. */
export function PriceTurns({ id }: { id: string }) {
  const t = useT()
  const query = useInfiniteQuery(priceHistory(id))
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const turns = pages.flatMap(({ items }) => items)
        return (
          <>
            {turns.length === 0 && !query.hasNextPage ? (
              <EmptyState art="sutra" title={t('records.turns-none')} text={t('records.turns-none-text')} />
            ) : (
              <ol className="space-y-4">
                {turns.map((turn) => (
                  <li key={`${turn.version} ${turn.why}`} className="card p-5">
                    <Turn turn={turn} />
                  </li>
                ))}
              </ol>
            )}
            {query.hasNextPage && (
              <Button className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('records.turns-older')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Turn({ turn }: { turn: PriceTurn }) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <h3 className="text-lg">{dateTime(locale, turn.at)}</h3>
      <p className="mb-2 text-ink-2">
        {t(`records.turn-${turn.why}`)}
        {turn.by.name && ` · ${turn.by.name}`}
      </p>
      <PriceTable changes={turn.changes} past />
    </>
  )
}
