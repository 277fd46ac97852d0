import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
export function OpenRecord({ id, renderBack, children }: Props) {
  const t = useT()
  const locale = useLocale()
  const history = new URLSearchParams(useSearch()).get('view') === 'history'
  const query = useQuery(recordOf(id))
  const record = query.data?.record
  return (
    <>
      {history && record ? <BackLink to={recordPath(record)}>{titleOf(record, locale)}</BackLink> : renderBack(record)}
      <Loaded query={query} heading={t('office.area-pages')} lines={10}>
        {(detail) => (history ? <HistoryPage detail={detail} /> : children(detail))}
      </Loaded>
    </>
  )
}
