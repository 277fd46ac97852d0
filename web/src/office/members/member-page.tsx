import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { calledBy, otherName, relationIn } from '../../domain/names.ts'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { MemberNotes } from './member-notes.tsx'
import { memberOrdersQuery, memberQuery, type Member, type MemberOrder } from './member-queries.ts'
import { MemberReading } from './member-reading.tsx'
import { TicketDialog } from './ticket-dialog.tsx'

/** A member on one page: personal data, orders, family, subscriptions, and notes. */
export function MemberPage({ id }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const search = useSearch() // the list or search that led here
  const member = useQuery(memberQuery(id, locale))
  return (
    <>
      <BackLink to={`/members${search && `?${search}`}`}>{t('members.back')}</BackLink>
      <Loaded query={member} heading={t('office.area-members')} lines={8}>
        {(one) => <Shown key={one.id} member={one} />}
      </Loaded>
    </>
  )
}

function Shown({ member }: { member: Member }) {
  const t = useT()
  const locale = useLocale()
  const [ticket, setTicket] = useState(false)
  const { name, chineseName } = member
  const reached = [
    !member.links && t('office.no-mobile'),
    (member.email || t('members.no-email')) +
      (member.email && !member.emailConfirmed ? ` (${t('members.not-confirmed')})` : ''),
    t('members.since', { day: date(locale, member.since) }),
  ]
  return (
    <>
      <PageTop
        title={name || chineseName}
        twin={chineseName && chineseName !== name ? { text: chineseName, language: 'zh' } : undefined}
        text={reached.filter(Boolean).join(' · ')}
      />
      <MemberReading member={member} />
      <p className="mb-5 flex flex-wrap items-center gap-3">
        {member.staff && (
          <Badge tone="strong" icon="people">
            {t('members.staff')}
          </Badge>
        )}
        <PhoneLinks links={member.links} />
        <Button icon="mail" onClick={() => setTicket(true)}>
          {t('members.ticket')}
        </Button>
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-[1.5fr_1fr]">
        <Orders id={member.id} />
        <div className="space-y-4">
          <MemberNotes member={member} />
          <Family people={member.family ?? []} />
          <Running subscriptions={member.subscriptions ?? []} />
        </div>
      </div>
      <TicketDialog member={ticket ? member : undefined} onClose={() => setTicket(false)} />
    </>
  )
}

function Orders({ id }: { id: string }) {
  const t = useT()
  const list = useInfiniteQuery(memberOrdersQuery(id, useLocale()))
  return (
    <Panel size="xs" aria-labelledby="member-orders">
      <h2 id="member-orders" className="mb-2 text-lg">
        {t('members.of-member')}
      </h2>
      <KeyedList
        query={list}
        count={list.data?.pages[0]}
        empty={<p className="text-ink-2">{t('members.no-orders')}</p>}
      >
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <OrderLine key={row.id} row={row} />
            ))}
          </ul>
        )}
      </KeyedList>
    </Panel>
  )
}

function OrderLine({ row }: { row: MemberOrder }) {
  const t = useT()
  const locale = useLocale()
  const items = row.ordered ?? []
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-0 hover:bg-gold-1">
      <div className="min-w-0 grow basis-56">
        <Link
          href={`/orders/${row.id}`}
          className="font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {row.number}
        </Link>
        <p className="text-sm text-ink-2">
          {date(locale, row.createdAt, 'short')} · {items[0]?.title}
          {items.length > 1 && ` ${t('office.ordered-more', { count: items.length - 1 })}`}
        </p>
      </div>
      <StatusBadge status={row.status} />
      <b className="whitespace-nowrap tabular-nums">{money(row.subTotal)}</b>
    </li>
  )
}

function Family({ people }: { people: NonNullable<Member['family']> }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Panel size="xs" aria-labelledby="member-family">
      <h2 id="member-family" className="text-lg">
        {t('members.family')}
      </h2>
      {people.length === 0 && <p className="text-ink-2">{t('members.no-family')}</p>}
      <ul>
        {people.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2 first:border-0"
          >
            <span className="font-names text-xl">{calledBy(person)}</span>
            {otherName(person) && <span>{otherName(person)}</span>}
            <span className="text-sm text-ink-2">
              {[relationIn(person, locale), person.kind === 'departed' && t('members.departed')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Running({ subscriptions }: { subscriptions: NonNullable<Member['subscriptions']> }) {
  const t = useT()
  const locale = useLocale()
  if (subscriptions.length === 0) return null
  return (
    <Panel size="xs" aria-labelledby="member-running">
      <h2 id="member-running" className="text-lg">
        {t('office.yearly-monthly')}
      </h2>
      <ul>
        {subscriptions.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-0">
            <span>{one.title}</span>
            <span className="text-ink-2">
              {t(one.active ? 'members.until' : 'members.ended', {
                day: date(locale, one.endsAt, 'short'),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
