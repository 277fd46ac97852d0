import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { entriesQuery, type Ceremony, type ListPlace, type ListState, type May } from './ceremony-queries.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { EntriesTable } from './entries-table.tsx'
import { ListFilters } from './list-filters.tsx'

type Props = { ceremony: Ceremony; place: ListPlace; may: May; onPlace: (to: Partial<ListPlace>) => void }

/** The names of a list: by state, by warning, or from a search. */
export function EntryList({ ceremony, place, may, onPlace }: Props) {
  const t = useT()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery(entriesQuery(ceremony.id, place))
  const first = query.data?.pages[0]
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  return (
    <section aria-label={t('office.field.list')}>
      <ListFilters ceremony={ceremony} place={place} onPlace={onPlace} />
      {place.q === '' && said(place.state) && (
        <div className="mb-4">
          <Notice>{t(said(place.state) ?? 'ceremonies.none-in-list')}</Notice>
        </div>
      )}
      <KeyedList
        query={query}
        lines={8}
        count={place.q && first ? { total: first.total, more: first.more } : undefined}
        words={{ more: 'ceremonies.load-more' }}
        empty={<Empty place={place} />}
      >
        {(rows) => (
          <EntriesTable ceremony={ceremony} rows={rows} place={place} may={may} chosen={chosen} onChoose={choose} />
        )}
      </KeyedList>
      {may.keep && chosen.size > 0 && (
        <ChosenBar ceremony={ceremony} ids={[...chosen]} onClear={() => setChosen(new Set())} />
      )}
    </section>
  )
}

/** A description of a list state whose name is not clear enough. */
function said(state: ListState) {
  if (state === 'unpaid') return 'ceremonies.not-paid-text'
  if (state === 'take-out') return 'ceremonies.take-out-text'
  return state === 'late' ? 'ceremonies.late-ask' : undefined
}

function Empty({ place }: { place: ListPlace }) {
  const t = useT()
  if (place.q) return <EmptyState art="lamp" title={t('office.none-found')} text={t('ceremonies.none-found-text')} />
  if (place.state === 'late') return <EmptyState art="flowers" title={t('ceremonies.after-closing-none')} />
  if (place.state === 'take-out') return <EmptyState art="flowers" title={t('ceremonies.take-out-none')} />
  if (place.state === 'collected' || place.state === 'look')
    return <EmptyState art="sutra" title={t('ceremonies.all-checked')} />
  return (
    <EmptyState
      art="incense"
      title={t('ceremonies.none-in-list')}
      text={place.state === 'all' ? t('ceremonies.none-in-list-text') : undefined}
    />
  )
}
