import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { callUrl } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, monthOfYear } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportForm } from '../kit/list/export-form.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { MemberFilters } from './member-filters.tsx'
import {
  anyMember,
  askedOf,
  filterSearch,
  noonIn,
  membersQuery,
  membersTotalQuery,
  type ListedMember,
  type MemberFilter,
} from './member-queries.ts'

/**
 * The members matching the filter, newest first; filtered by ending subscriptions, with phone numbers to call about
 * renewal.
 */
export function MemberList({ filter, mayExport }: { filter: MemberFilter; mayExport: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const [exporting, setExporting] = useState(false)
  const list = useInfiniteQuery(membersQuery(filter, locale))
  const total = useQuery(membersTotalQuery(filter)).data
  const narrow = (next: MemberFilter) => navigate(`/members${filterSearch(next)}`)
  return (
    <section aria-labelledby="member-list">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="member-list" className="text-xl">
          {filter.ends ? t('members.ending', { month: monthOfYear(locale, noonIn(filter.ends)) }) : t('members.list')}
        </h2>
        {mayExport && (
          <Button icon="download" onClick={() => setExporting(true)}>
            {t('office.export')}
          </Button>
        )}
      </div>
      <MemberFilters filter={filter} onChange={narrow} />
      <KeyedList
        query={list}
        count={total}
        empty={
          <EmptyState art="sutra" title={t('office.none-found')} text={t('members.none-listed')}>
            {filterSearch(filter) && <Button onClick={() => narrow(anyMember)}>{t('office.show-all')}</Button>}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="overflow-hidden rounded-card bg-card shadow-card">
            {rows.map((member) => (
              <Row key={member.ends?.id ?? member.id} member={member} search={filterSearch(filter)} />
            ))}
          </ul>
        )}
      </KeyedList>
      <Dialog open={exporting} onClose={() => setExporting(false)} title={t('members.export')}>
        {exporting && (
          <ExportForm
            text={t('members.export-text')}
            url={callUrl('/api/admin/member-export')}
            name="members"
            about={askedOf(filter)}
            onClose={() => setExporting(false)}
          />
        )}
      </Dialog>
    </section>
  )
}

function Row({ member, search }: { member: ListedMember; search: string }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="grid gap-x-5 border-t border-line px-4 py-2.5 first:border-0 sm:px-5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,12rem)] md:items-center">
      <div className="min-w-0">
        <Link href={`/members/${member.id}${search}`} className="link touch text-lg font-bold">
          <span>
            <PayerNames name={member.name} chinese={member.chineseName} />
          </span>
        </Link>
        <p className="break-words text-sm text-ink-2">
          {member.email || t('members.no-email')}
          {member.email && !member.emailConfirmed && ` (${t('members.not-confirmed')})`}
        </p>
      </div>
      <p className="text-sm text-ink-2">
        {member.links ? <PhoneLinks links={member.links} /> : t('office.no-mobile')}
        {member.links && !member.mobileVerified && ` (${t('members.not-confirmed')})`}
      </p>
      <p className="text-sm text-ink-2 md:text-right">
        {member.ends ? (
          <>
            <span className="block text-base text-ink">{member.ends.title}</span>
            {t('members.until', { day: date(locale, member.ends.at, 'short') })}
          </>
        ) : (
          t('members.since', { day: date(locale, member.since, 'short') })
        )}
        {' · '}
        {t(`office.reads-${member.locale}`)}
        {member.staff && (
          <Badge tone="over" size="low">
            {t('members.staff')}
          </Badge>
        )}
      </p>
    </li>
  )
}
