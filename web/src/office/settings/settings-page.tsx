import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { settingsQuery, wordingQuery } from './settings-queries.ts'
import { refresh } from '../kit/query/refresh.ts'

const groups = ['numbers', 'papers', 'paynow', 'tax', 'times', 'cash', 'limits', 'renewal', 'calendar'] as const

/**
 * Settings for administrators: numbers, documents, payments and renewals; and the texts of rejections and WhatsApp
 * messages.
 */
export function SettingsPage({ user }: PageProps) {
  const t = useT()
  const admin = user.roles.includes('admin')
  return (
    <>
      <PageTop title={t('office.area-settings')} text={t(admin ? 'settings.text' : 'settings.text-treasurer')} />
      <div className="max-w-4xl space-y-6">
        {admin && <Settings />}
        <Wording />
      </div>
    </>
  )
}

/** Each group is saved separately. */
function Settings() {
  const locale = useLocale()
  const client = useQueryClient()
  const options = settingsQuery(locale)
  const query = useQuery(options)
  return (
    <Loaded query={query} lines={8}>
      {(data) =>
        groups.map((group) => (
          <SettingsGroup
            key={group}
            group={group}
            items={data.items.filter((item) => item.group === group)}
            next={{ invoice: data.nextInvoice, receipt: data.nextReceipt }}
            save={(values) => api.put('/api/admin/setting', { body: { values } })}
            onSaved={(list) => client.setQueryData(options.queryKey, list)}
          />
        ))
      }
    </Loaded>
  )
}

const wordings = ['reasons', 'chats'] as const

/** Texts that the office words itself. */
function Wording() {
  const locale = useLocale()
  const client = useQueryClient()
  const options = wordingQuery(locale)
  const query = useQuery(options)
  return (
    <Loaded query={query} lines={8}>
      {(data) =>
        wordings.map((group) => (
          <SettingsGroup
            key={group}
            group={group}
            items={data.items.filter((item) => item.group === group)}
            save={(values) => api.put('/api/admin/wording', { body: { values } })}
            onSaved={(list) => {
              client.setQueryData(options.queryKey, list)
              void refresh(client, 'payment', 'money', 'members', 'inbox', 'letters', 'ceremonies') // every page that shows these texts
            }}
          />
        ))
      }
    </Loaded>
  )
}
