import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { placelessOfQuery, placelessQuery, type Hall, type Placeless } from './hall-queries.ts'
import { PlaceMany } from './place-many.tsx'
import { PlacedNotice, type PlacedMany } from './placed-notice.tsx'
import { PlacelessRow } from './placeless-row.tsx'

type Props = {
  halls: readonly Hall[]
  /** The option shown; by default the first with waiting lamps. */
  option: string
  mayManage: boolean
  mayGive: boolean
  /** Starts choosing a position on the map for a lamp. */
  onGive: (lamp: Placeless, at: string) => void
}

/** Active lamps and tablets without a position: sold before their hall was entered, or imported. */
export function PlacelessView({ halls, option, mayManage, mayGive, onGive }: Props) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(placelessQuery)
  const [many, setMany] = useState(false)
  const [placed, setPlaced] = useState<PlacedMany>()
  return (
    <>
      <Link href="/halls" className="link touch mb-2 gap-1.5">
        <Icon name="back" size={20} />
        {t('halls.back-to-map')}
      </Link>
      <Loaded query={query} lines={6}>
        {({ items }) => {
          const here = items.find(({ id }) => id === option) ?? items.find(({ waiting }) => waiting > 0) ?? items[0]
          if (!here)
            return <EmptyState art="lamp" title={t('halls.placeless-none')} text={t('halls.placeless-none-sold')} />
          return (
            <>
              {items.length > 1 && (
                <ListTabs
                  label={t('halls.sold-for')}
                  className="mb-4 max-w-full"
                  tabs={items.map((one) => ({
                    id: one.id,
                    text: `${one.title[locale]} · ${one.optionTitle[locale]}`,
                    to: `/halls?waiting=${one.id}`,
                    here: one === here,
                    count: counted(one),
                    loud: one.waiting > 0,
                  }))}
                />
              )}
              {placed && <PlacedNotice placed={placed} halls={halls} onClose={() => setPlaced(undefined)} />}
              <Panel>
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h2 className="text-xl">
                    {here.title[locale]} · {here.optionTitle[locale]}
                    <span className="ml-2 text-base font-normal text-ink-2">
                      {t('halls.placeless-of', { count: here.waiting, shown: counted(here), free: here.free })}
                    </span>
                  </h2>
                  {mayManage && here.waiting > 0 && here.free > 0 && (
                    <Button kind="primary" onClick={() => setMany(true)}>
                      {t('halls.place-many')}
                    </Button>
                  )}
                </div>
                <Rows
                  key={here.id}
                  option={here.id}
                  mayGive={mayGive && here.free > 0}
                  onGive={(lamp) => onGive(lamp, whereFor(lamp, here.next))}
                />
              </Panel>
              <Dialog open={many} onClose={() => setMany(false)} title={t('halls.place-many')}>
                {many && (
                  <PlaceMany
                    option={here.id}
                    halls={halls}
                    onClose={() => setMany(false)}
                    onPlaced={(done) => {
                      setMany(false)
                      setPlaced(done)
                    }}
                  />
                )}
              </Dialog>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type Next = Value<'/api/admin/placeless', 'get'>['items'][number]['next']

// Where the map opens: at the position named in the imported list if free, otherwise at the one that the temple would
// assign.
function whereFor({ meant }: Placeless, next: Next): string {
  const at = meant?.state === 'free' ? meant : next
  return at ? `/halls/${at.hall}?tower=${at.tower}&row=${at.row}&unit=${at.unit}` : '/halls'
}

const counted = ({ waiting, more }: { waiting: number; more: boolean }) => thousands(waiting) + (more ? '+' : '')

function Rows({ option, mayGive, onGive }: { option: string; mayGive: boolean; onGive: (lamp: Placeless) => void }) {
  const t = useT()
  const query = useInfiniteQuery(placelessOfQuery(option))
  return (
    <div className="mt-3">
      <KeyedList
        query={query}
        empty={<EmptyState art="lamp" title={t('halls.placeless-none')} text={t('halls.placeless-none-text')} />}
      >
        {(rows) => (
          <ul>
            {rows.map((one) => (
              <PlacelessRow key={one.ref} lamp={one} onGive={mayGive ? () => onGive(one) : undefined} />
            ))}
          </ul>
        )}
      </KeyedList>
    </div>
  )
}
