import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { ceremonyQuery, listStates, placeOf } from './ceremony-queries.ts'
import { CeremonyView } from './ceremony-view.tsx'
import { CheckView } from './check-view.tsx'
import { mayKeep } from './may-keep.ts'

const ReadingView = onDemand(async () => (await import('./reading/reading-view.tsx')).ReadingView, {
  lines: 5,
  card: true,
})

/** A ceremony: its list, or, with ?check, its names one by one, or, with ?read, the names to read out. */
export function CeremonyPage(props: PageProps) {
  const reads = new URLSearchParams(useSearch()).has('read') && mayKeep(props.user)
  // The reading view must not refetch by itself, while the list view polls.
  return reads ? <ReadingView id={props.id} /> : <CeremonyOfList {...props} />
}

function CeremonyOfList({ id, user, areas }: PageProps) {
  const t = useT()
  const search = useSearch()
  const said = new URLSearchParams(search)
  const query = useQuery(ceremonyQuery(id))
  const place = placeOf(search)
  const checked = listStates.find((one) => one === said.get('check'))
  const may = { keep: mayKeep(user), orders: areas.includes('orders') }
  return (
    <Loaded query={query} heading={t('office.area-ceremonies')} lines={8}>
      {(ceremony) =>
        checked ? (
          <CheckView
            key={checked}
            ceremony={ceremony}
            place={{ ...place, state: checked }}
            at={said.get('entry') ?? ''}
            may={may}
          />
        ) : (
          <CeremonyView ceremony={ceremony} place={place} may={may} />
        )
      }
    </Loaded>
  )
}
