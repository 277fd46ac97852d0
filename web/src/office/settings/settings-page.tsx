import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../failed.tsx'
import { PageTop } from '../page-top.tsx'
import { valueOf } from '../session-gate.ts'
import { SettingsGroup } from './settings-group.tsx'

export type SettingList = Value<'/api/admin/setting', 'get'>
export type Setting = SettingList['items'][number]

const groups = ['numbers', 'papers', 'paynow', 'tax', 'times', 'renewal', 'calendar'] as const

/** How numbers, papers, payments and renewals are set. Each group is saved for itself. */
export function SettingsPage() {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const key = ['settings', locale]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => valueOf(() => api.get('/api/admin/setting')),
  })
  return (
    <>
      <PageTop title={t('office.area-settings')} text={t('settings.text')} />
      {error && !data && <Failed error={error} onAgain={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} card />}
      <div className="max-w-4xl space-y-6">
        {data &&
          groups.map((group) => (
            <SettingsGroup
              key={group}
              group={group}
              items={data.items.filter((item) => item.group === group)}
              next={{ invoice: data.nextInvoice, receipt: data.nextReceipt }}
              onSaved={(list) => client.setQueryData(key, list)}
            />
          ))}
      </div>
    </>
  )
}
