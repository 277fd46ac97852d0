import { useT } from '../../i18n/context.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { searchOf, tabs, type Inbox, type Place, type Tab } from './inbox-queries.ts'

/** The lists of the inbox, each with its number of messages. */
export function InboxTabs({ place, counts }: { place: Place; counts: Inbox['counts'] | undefined }) {
  const t = useT()
  return (
    <ListTabs
      label={t('inbox.tabs')}
      tabs={tabs.map((tab) => ({
        id: tab,
        text: t(tabWords[tab]),
        to: `/inbox${searchOf({ tab, q: '', page: 1 })}`,
        here: tab === place.tab && !place.q,
        count: (tab === 'done' ? 0 : counts?.[tab]) || undefined,
        loud: tab === 'open',
      }))}
    />
  )
}

const tabWords = {
  open: 'inbox.state-open',
  mine: 'inbox.tab-mine',
  waiting: 'inbox.state-waiting',
  done: 'inbox.state-done',
  spam: 'inbox.state-spam',
} as const satisfies Record<Tab, string>
