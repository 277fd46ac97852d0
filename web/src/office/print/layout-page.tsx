import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { LayoutForm } from './layout-form.tsx'
import { LayoutHistory } from './layout-history.tsx'
import { kinds, layoutsQuery, newLayout } from './layout-queries.ts'

/** A layout with a preview of its page; `/print/new` creates one. */
export function LayoutPage({ id }: PageProps) {
  const t = useT()
  const query = useQuery(layoutsQuery)
  const asked = new URLSearchParams(useSearch()).get('kind')
  const kind = kinds.find((one) => one === asked) ?? 'tablet'
  const back = <BackLink to="/print?tab=layouts">{t('print.layouts-title')}</BackLink>
  return (
    <Loaded query={query} heading={t('office.area-print')} lines={8}>
      {({ items, variables }) => {
        const row = items.find(({ key }) => key === id)
        if (id !== 'new' && !row)
          return (
            <>
              <PageTop title={t('office.area-print')} before={back} />
              <EmptyState art="sutra" title={t('print.layout-gone')} />
            </>
          )
        return (
          <>
            <PageTop title={row?.name ?? t(`office.new-${kind}`)} text={t('print.layout-text')} before={back} />
            <LayoutForm key={row ? row.key : kind} row={row} begun={row ?? newLayout(kind)} variables={variables} />
            {row && <LayoutHistory row={row} />}
          </>
        )
      }}
    </Loaded>
  )
}
