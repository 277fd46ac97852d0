import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { longEnough } from '../kit/query/long-enough.ts'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { ImportedList } from './imported-list.tsx'
import { MemberList } from './member-list.tsx'
import { filterOf, findQuery, type FoundMember } from './member-queries.ts'
import { TicketDialog } from './ticket-dialog.tsx'

/**
 * Searches or lists members, each with a link to their page; for a person without access to e-mail or phone, a login
 * link can be created at once.
 */
export function MembersPage({ user }: Pick<PageProps, 'user'>) {
  const t = useT()
  const search = useSearch()
  const q = new URLSearchParams(search).get('q') ?? ''
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<FoundMember>()
  const found = useQuery(findQuery(q))
  const rows = found.data?.items ?? []
  const imported = found.data?.imported ?? []
  return (
    <>
      <PageTop title={t('office.area-members')} text={t('members.text')} keepFocus />
      <SearchBox
        big
        ready
        label={t('office.members-search')}
        value={q}
        onSearch={(text) => navigate(`/members${text ? `?${new URLSearchParams({ q: text })}` : ''}`)}
        className="mb-5 max-w-3xl"
      />
      {!q && <MemberList filter={filterOf(search)} mayExport={user.roles.includes('admin')} />}
      <div aria-live="polite" className="sr-only">
        {found.data && t('office.members-found', { count: rows.length })}{' '}
        {imported.length > 0 && t('members.imported-found', { count: imported.length })}
      </div>
      {q.length > 0 && !longEnough(q) && <p>{t('office.search-longer')}</p>}
      <Loaded query={found} lines={4}>
        {() =>
          rows.length + imported.length === 0 && (
            <EmptyState art="sutra" title={t('office.none-found')} text={t('office.members-none')} />
          )
        }
      </Loaded>
      {rows.length > 0 && (
        <ul className="max-w-3xl space-y-2.5">
          {rows.map((member) => (
            <li key={member.id} className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
              <div className="min-w-0 grow basis-60">
                <Link href={`/members/${member.id}?${search}`} className="link touch text-lg font-bold">
                  <span>
                    <PayerNames name={member.name} chinese={member.chineseName} />
                  </span>
                </Link>
                <p className="break-words text-sm text-ink-2">
                  {member.links ? <PhoneLinks links={member.links} small /> : t('office.no-mobile')}
                  {' · '}
                  {member.email || t('members.no-email')}
                  {member.email && !member.emailConfirmed && ` (${t('members.not-confirmed')})`}
                </p>
              </div>
              <Button icon="mail" onClick={() => setChosen(member)}>
                {t('members.ticket')}
                <span className="sr-only"> {member.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ImportedList people={imported} more={found.data?.importedMore ?? false} />
      <TicketDialog member={chosen} onClose={() => setChosen(undefined)} />
    </>
  )
}
