import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Loaded } from '../kit/loaded.tsx'
import type { PageProps } from '../kit/page-props.ts'
import { ceremonyQuery, listStates, placeOf } from './ceremony-queries.ts'
import { CeremonyView } from './ceremony-view.tsx'
import { CheckView } from './check-view.tsx'
import { mayKeep } from './may-keep.ts'

/** A ceremony: its list, or, with ?check, its names one after the other. */
export function CeremonyPage({ id, user, areas }: PageProps) {
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

/** What somebody may do beside reading: change the list; open orders. */
export type May = { keep: boolean; orders: boolean }
