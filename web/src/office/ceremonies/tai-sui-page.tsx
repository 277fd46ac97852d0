import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { BackLink } from '../kit/back-link.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { valueOf } from '../kit/session-gate.ts'
import { TaiSuiYear } from './tai-sui-year.tsx'

export type TaiSuiTable = Value<'/api/admin/tai-sui', 'get'>['items'][number]

const taiSuiQuery = queryOptions({
  queryKey: ['ceremonies', 'tai-sui'],
  meta: { shows: ['ceremonies'] },
  queryFn: () => valueOf(() => api.get('/api/admin/tai-sui')),
})

/** Which signs meet Tai Sui this year and in the next two, for who keeps the lists. */
export function TaiSuiPage() {
  const t = useT()
  return (
    <>
      <PageTop
        title={t('ceremonies.tai-sui-title')}
        text={t('ceremonies.tai-sui-text')}
        before={<BackLink to="/ceremonies">{t('office.area-ceremonies')}</BackLink>}
      />
      <Loaded query={useQuery(taiSuiQuery)} lines={12}>
        {({ items, from }) => (
          <div className="space-y-6">
            <p className="text-ink-2">{t(`ceremonies.tai-sui-from-${from}`)}</p>
            {items.map((table) => (
              <TaiSuiYear key={`${table.year} ${table.rev}`} table={table} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}
