import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SheetView } from '../../ui/sheet-view.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money, date } from '../../i18n/format.ts'
import { toastUnexpected } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { canBeHad, sameAgain, type Draft } from './draft.ts'
import { ImportedPeople } from './imported-people.tsx'
import { recognise, recogniseListed } from './recognise.ts'
import type { DraftHandle } from './use-draft.ts'
import { earlierQuery, offeringQuery, type Earlier, type EarlierOrder, type Imported } from './walk-in-queries.ts'

/** Copies last year's order: the devotee's number finds the account and recent orders; one click copies an order. */
export function EarlierPanel({ draft, onChange }: { draft: Draft; onChange: DraftHandle['change'] }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [asked, setAsked] = useState(draft.known ? draft.payer.mobile : '')
  const { data, error, isFetching, refetch } = useQuery(earlierQuery(asked, locale))
  const [taking, setTaking] = useState<string>()

  const find = (typed: string) => {
    setAsked(typed)
    if (typed === asked && typed) void refetch()
  }
  async function take(found: Earlier, order: EarlierOrder) {
    setTaking(order.id)
    const keys = new Set((order.items ?? []).filter(canBeHad).flatMap(({ offeringKey }) => offeringKey ?? []))
    try {
      const offerings = await Promise.all([...keys].map((key) => client.fetchQuery(offeringQuery(key, locale))))
      onChange((now) => recognise(sameAgain(now, order.items ?? [], offerings), found, order))
    } catch (failure) {
      console.error(failure)
      toastUnexpected()
    }
    setTaking(undefined)
  }
  return (
    <Panel size="s" aria-labelledby="walk-in-earlier">
      <h2 id="walk-in-earlier" className="text-xl">
        {t('walk-in.earlier')}
      </h2>
      <p className="mb-3 text-ink-2">{t('walk-in.earlier-text')}</p>
      <SearchBox label={t('walk-in.earlier-search')} value={asked} onSearch={find} className="max-w-md" />
      <div aria-live="polite">
        {error && <Failed error={error} onAgain={() => void refetch()} />}
        {isFetching && <p className="mt-3">{t('common.loading')}</p>}
        {data && !isFetching && (
          <Found
            asked={asked}
            found={data}
            taking={taking}
            onTake={(order) => void take(data, order)}
            onPerson={(one) => {
              onChange((now) => recogniseListed(now, one))
              toast({ text: 'walk-in.imported-taken', params: { name: one.name || one.chineseName } })
            }}
          />
        )}
      </div>
    </Panel>
  )
}

type FoundProps = {
  asked: string
  found: Earlier
  taking: string | undefined
  onTake: (order: EarlierOrder) => void
  onPerson: (one: Imported) => void
}

function Found({ asked, found, taking, onTake, onPerson }: FoundProps) {
  const t = useT()
  const locale = useLocale()
  const orders = found.orders ?? []
  const people = found.imported ?? []
  if (!found.mobile && people.length > 0) return <ImportedPeople people={people} onTake={onPerson} />
  if (!found.mobile && /\p{L}/u.test(asked)) return <p className="mt-3">{t('walk-in.imported-none')}</p>
  if (!found.mobile) return <p className="mt-3 font-semibold text-cinnabar">{t('fault.mobile-invalid')}</p>
  return (
    <>
      {found.member && (
        <p className="mt-3 flex items-center gap-2 text-lg font-bold">
          <Icon name="user" className="text-jade" />
          <span>
            <PayerNames name={found.member.name} chinese={found.member.chineseName} />
          </span>
          <span className="font-normal text-ink-2">{t('walk-in.has-account')}</span>
        </p>
      )}
      {people.length > 0 && <ImportedPeople people={people} onTake={onPerson} />}
      {orders.length === 0 && people.length === 0 && <p className="mt-3">{t('walk-in.no-earlier')}</p>}
      <ul className="mt-3 divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
            <div className="min-w-0 grow basis-64">
              <p className="font-bold">
                {date(locale, order.createdAt, 'short')} · {money(order.subTotal)}
              </p>
              <ul>
                {order.items?.map((item, i) => (
                  // oxlint-disable-next-line react/no-array-index-key -- items may repeat, and have no state
                  <li key={i} className={canBeHad(item) ? '' : 'text-ink-2 line-through'}>
                    {item.title}, {item.optionTitle}
                    {item.quantity > 1 && ` × ${item.quantity}`}
                    {item.namesGone && ` – ${t('walk-in.names-gone')}`}
                    <SheetView sheet={item.sheet} every className="mb-2 mt-1" />
                  </li>
                ))}
              </ul>
            </div>
            <Button kind="primary" pending={taking === order.id} onClick={() => onTake(order)}>
              {t('walk-in.take-again')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
