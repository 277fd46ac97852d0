import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast-store.ts'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { mayKeep } from './may-keep.ts'
import { CeremonyForm } from './ceremony-form.tsx'
import { ceremoniesQuery, whiches, type Ceremony, type Which } from './ceremony-queries.ts'
import { CeremonyRow } from './ceremony-row.tsx'
import { daysUntil } from './days-until.ts'
import { Figures } from './figures.tsx'
import { FoundLists } from './found-lists.tsx'
import { said, StateLegend, totalOf } from './state-bar.tsx'
import { ToRefund } from './to-refund.tsx'

/** Upcoming and past ceremonies, with the progress of their names. */
export function CeremoniesPage({ user }: PageProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const asked = search.get('which')
  const q = search.get('q') ?? ''
  const which = whiches.find((one) => one === asked) ?? 'now'
  const refund = asked === 'refund'
  const [making, setMaking] = useState(false)
  const keeps = mayKeep(user)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <PageTop title={t('office.area-ceremonies')} text={t('ceremonies.text')} />
        {keeps && (
          <div className="mb-5 flex flex-wrap gap-3">
            <Link href="/ceremonies/tai-sui" className={buttonClass('plain')}>
              {t('office.field.tai-sui')}
            </Link>
            <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
              {t('ceremonies.new')}
            </Button>
          </div>
        )}
      </div>
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label={t('ceremonies.find-all')}
          value={q}
          onSearch={(to) => navigate(to ? `/ceremonies?${new URLSearchParams({ q: to }).toString()}` : '/ceremonies')}
          className="min-w-0 grow basis-64 sm:max-w-md"
        />
        <ListTabs
          label={t('office.area-ceremonies')}
          tabs={[
            ...whiches.map((one) => ({
              id: one,
              text: t(`ceremonies.tab-${one}`),
              to: one === 'now' ? '/ceremonies' : `/ceremonies?which=${one}`,
              here: !q && !refund && one === which,
            })),
            { id: 'refund', text: t('ceremonies.refund'), to: '/ceremonies?which=refund', here: !q && refund },
          ]}
        />
      </div>
      {q ? (
        <FoundLists q={q} />
      ) : refund ? (
        <ToRefund mayOpenOrders={!user.roles.every((role) => role === 'ritual')} />
      ) : (
        <List which={which} onNew={keeps ? () => setMaking(true) : undefined} />
      )}
      <Dialog wide open={making} onClose={() => setMaking(false)} title={t('ceremonies.new')}>
        {making && (
          <CeremonyForm
            onClose={() => setMaking(false)}
            onDone={({ id }) => {
              toast({ text: 'ceremonies.new-made', type: 'success' })
              navigate(`/ceremonies/${id}`)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function List({ which, onNew }: { which: Which; onNew?: () => void }) {
  const t = useT()
  const query = useInfiniteQuery(ceremoniesQuery(which))
  const none =
    which === 'closed' ? 'ceremonies.none-closed' : which === 'done' ? 'ceremonies.none-done' : 'ceremonies.none'
  return (
    <KeyedList
      query={query}
      lines={8}
      empty={
        <EmptyState
          art="incense"
          title={t(none)}
          text={which === 'now' || which === 'all' ? t('ceremonies.none-text') : undefined}
        >
          {onNew && which === 'now' && (
            <Button kind="primary" icon="plus" onClick={onNew}>
              {t('ceremonies.new')}
            </Button>
          )}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          {which === 'now' && !query.hasNextPage && <Ahead rows={rows} now={query.dataUpdatedAt} />}
          <StateLegend />
          <ul className="card overflow-hidden">
            {rows.map((one) => (
              <CeremonyRow key={one.id} ceremony={one} now={query.dataUpdatedAt} />
            ))}
          </ul>
        </>
      )}
    </KeyedList>
  )
}

/** What is left to do for upcoming ceremonies. */
function Ahead({ rows, now }: { rows: readonly Ceremony[]; now: number }) {
  const t = useT()
  const locale = useLocale()
  const toCheck = rows.reduce((all, { counts }) => all + counts.collected, 0)
  // A list whose names are only read out prints nothing.
  const toPrint = rows.reduce((all, { paper, counts }) => all + (paper ? counts.checked : 0), 0)
  const lists = rows.filter(({ counts }) => counts.collected > 0).length
  const next = rows.find(({ startsAt }) => daysUntil(startsAt, now) >= 0)
  return (
    <Figures
      label={t('ceremonies.steps')}
      figures={[
        {
          word: t('ceremonies.to-check'),
          value: said(toCheck),
          text: t('ceremonies.to-check-in', { count: lists }),
        },
        { word: t('ceremonies.to-print'), value: said(toPrint), text: t('ceremonies.to-print-text') },
        ...(next
          ? [
              {
                word: t('ceremonies.next-in'),
                value: said(totalOf(next.counts)),
                text: next.title[locale],
              },
            ]
          : []),
      ]}
    />
  )
}
