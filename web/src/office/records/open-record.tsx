import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import { recordPath } from '../kit/site/record-kinds.ts'
import { recordOf, titleOf, type Detail, type Summary } from './record-queries.ts'

const HistoryPage = onDemand(async () => (await import('./history/history-page.tsx')).HistoryPage, {
  lines: 10,
  card: true,
})

type Props = {
  id: string
  /** Renders the link back to its list. */
  renderBack: (record: Summary | undefined) => ReactNode
  children: (detail: Detail) => ReactNode
}

/** A record: its editor, or with `?view=history` its versions. */
export function OpenRecord(props: Props) {
  const history = new URLSearchParams(useSearch()).get('view') === 'history'
  return <Opened key={history ? 'history' : 'editor'} {...props} history={history} />
}

function Opened({ id, renderBack, children, history }: Props & { history: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { data, dataUpdatedAt, error, fetchStatus, refetch } = useQuery({ ...recordOf(id), refetchOnMount: 'always' })
  const [cachedAt] = useState(dataUpdatedAt)
  // What was loaded for the editor before is older than what was typed in it.
  const fresh = dataUpdatedAt === cachedAt ? undefined : data
  const record = data?.record
  return (
    <>
      {history && record ? <BackLink to={recordPath(record)}>{titleOf(record, locale)}</BackLink> : renderBack(record)}
      <Loaded query={{ data: fresh, error, fetchStatus, refetch }} heading={t('office.area-pages')} lines={10}>
        {(detail) => (history ? <HistoryPage detail={detail} /> : children(detail))}
      </Loaded>
    </>
  )
}
