import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { taiSuiQuery } from './tai-sui-queries.ts'
import { TaiSuiYear } from './tai-sui-year.tsx'

/** Which signs meet Tai Sui this year and in the next two, for ritual staff. */
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
