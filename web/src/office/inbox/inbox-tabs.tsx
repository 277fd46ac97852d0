import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { searchOf, tabs, type Inbox, type Place, type Tab } from './inbox-queries.ts'

/** The lists of the inbox, each with how many messages wait in it. */
export function InboxTabs({ place, counts }: { place: Place; counts: Inbox['counts'] | undefined }) {
  const t = useT()
  return (
    <nav aria-label={t('inbox.tabs')} className="max-w-full">
      <ul className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {tabs.map((tab) => {
          const here = tab === place.tab && !place.q
          const count = tab === 'done' ? 0 : (counts?.[tab] ?? 0)
          return (
            <li key={tab} className="min-w-0 grow">
              <Link
                href={`/inbox${searchOf({ tab, q: '', page: 1 })}`}
                aria-current={here ? 'page' : undefined}
                className={`flex min-h-12 items-center justify-center gap-2 rounded-[1.1rem] px-3 font-bold whitespace-nowrap ${here ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
              >
                {t(tabWords[tab])}
                {count > 0 && (
                  <span
                    className={`rounded-full px-2 text-sm ${tab === 'open' ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
                  >
                    {count}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const tabWords = {
  open: 'inbox.state-open',
  mine: 'inbox.tab-mine',
  waiting: 'inbox.state-waiting',
  done: 'inbox.state-done',
  spam: 'inbox.state-spam',
} as const satisfies Record<Tab, string>
