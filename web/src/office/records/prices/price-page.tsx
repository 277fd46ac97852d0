import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import type { PageProps } from '../../kit/layout/page-props.ts'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { priceHistory } from './price-queries.ts'
import { PriceTurns } from './price-turns.tsx'
import { PricesNow } from './prices-now.tsx'
import { wordsIn } from './words-in.ts'

/** The prices of an offering: current ones, and every change. */
export function PricePage({ id }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const query = useInfiniteQuery(priceHistory(id))
  return (
    <>
      <BackLink to="/prices">{t('office.area-prices')}</BackLink>
      <Loaded query={query} heading={t('office.area-prices')} lines={8}>
        {({ pages: [first] }) =>
          first && (
            <>
              <PageTop title={wordsIn(first.offering.title, locale)} />
              <div className="grid gap-5 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
                <Panel>
                  <h2 className="text-xl">{t('records.prices-now')}</h2>
                  <PricesNow options={first.offering.options} />
                </Panel>
                <section>
                  <h2 className="mb-3 text-xl">{t('records.turns')}</h2>
                  <PriceTurns id={id} />
                </section>
              </div>
            </>
          )
        }
      </Loaded>
    </>
  )
}
