import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { statementKeys, useKeys } from '../kit/act/keyboard.ts'
import { SearchBox } from '../kit/list/search-box.tsx'
import { linesQuery, type Line, type Statement, type Tab } from './bank-queries.ts'
import { LineTable } from './line-table.tsx'
import { LineTabs } from './line-tabs.tsx'
import { SettleBar } from './settle-bar.tsx'
import { useSelection } from './use-selection.ts'

const fewCertain = 4
/** The line that has the focus. */
const current = () => document.activeElement?.closest<HTMLElement>('[data-line]') ?? null

const press = (selector: string) => current()?.querySelector<HTMLElement>(selector)?.click()

const work = ['likely', 'several', 'none', 'debit'] as const

type Props = { statement: Statement; tab: Tab | 'all'; onTab: (tab: Tab | 'all') => void }

/**
 * The lines of a statement: first certain matches, then those that need a person, with keyboard shortcuts, search and
 * selection.
 */
export function StatementLines({ statement, tab, onTab }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const [shown, setShown] = useState(fewCertain)
  const selection = useSelection()
  const box = useRef<HTMLDivElement>(null)
  const all = tab === 'all'
  const at = statement.matchedAt ?? ''
  const certainList = useInfiniteQuery({
    ...linesQuery(statement.id, 'certain', at),
    enabled: all || tab === 'certain',
  })
  const lists = [
    useInfiniteQuery({ ...linesQuery(statement.id, 'likely', at), enabled: all }),
    useInfiniteQuery({ ...linesQuery(statement.id, 'several', at), enabled: all }),
    useInfiniteQuery({ ...linesQuery(statement.id, 'none', at), enabled: all }),
    useInfiniteQuery({ ...linesQuery(statement.id, 'debit', at), enabled: all }),
  ]
  const oneTab = all || tab === 'certain' ? 'likely' : tab
  const one = useInfiniteQuery({ ...linesQuery(statement.id, oneTab, at), enabled: !all && tab !== 'certain' })
  const asked = all ? [certainList, ...lists] : tab === 'certain' ? [certainList] : [one]
  const linesOf = (list: typeof one) => list.data?.pages.flatMap((page) => page.items) ?? []
  const fits = (line: Line) =>
    q === '' ||
    `${line.payer} ${line.reference} ${line.description} ${money(line.amount)} ${line.candidates.map((c) => `${c.payer} ${c.payerChinese} ${c.number}`).join(' ')}`
      .toLowerCase()
      .includes(q.toLowerCase())
  const certain = (all || tab === 'certain' ? linesOf(certainList) : []).filter(fits)
  const rest = (all ? lists.flatMap(linesOf) : tab === 'certain' ? [] : linesOf(one)).filter(fits)
  const more = asked.find((list) => list.hasNextPage && (list !== certainList || shown > fewCertain || !all))
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const step = (by: 1 | -1) => {
    const every = rows()
    const here = every.indexOf(current() as HTMLElement)
    const next = here < 0 ? (by > 0 ? 0 : every.length - 1) : here + by
    every[Math.min(Math.max(next, 0), every.length - 1)]?.focus()
  }
  useKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      select: () => press('[data-pick]'),
      do: () => press('[data-do]'),
      other: () => press('[data-other]'),
      search: () => box.current?.querySelector<HTMLElement>('[type="search"]')?.focus(),
    },
    'vertical',
    statementKeys,
  )
  const { error } = asked.find((list) => list.error && !list.data) ?? {}
  const loading = asked.some((list) => !list.data && !list.error)
  const decided = work.every((name) => name === 'debit' || statement.tallies[name].count === 0)
  const done = all && statement.state === 'ready' && decided && statement.tallies.certain.count === 0
  return (
    <div ref={box}>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <LineTabs statement={statement} tab={tab} onTab={onTab} />
        <SearchBox
          label={t('bank.search-lines')}
          value={q}
          onSearch={setQ}
          shortcut="/"
          className="min-w-48 flex-1 [&_.field]:min-h-11"
        />
      </div>
      {error && <Failed error={error} onAgain={() => asked.forEach((list) => void list.refetch())} />}
      {loading && <Skeleton lines={8} />}
      {done && <Done statement={statement} />}
      {!loading && !error && certain.length + rest.length === 0 && !done && (
        <EmptyState
          art="flowers"
          title={t('bank.none-here')}
          text={q ? t('office.none-found-text') : all ? '' : t(`bank.none-${tab}`)}
        />
      )}
      {certain.length + rest.length > 0 && (
        <LineTable
          statement={statement}
          certain={certain}
          rest={rest}
          selection={selection}
          shown={all && !q ? shown : certain.length}
          onUnfold={() => setShown(Number.MAX_SAFE_INTEGER)}
        />
      )}
      {more && (
        <p className="mt-4 text-center">
          <Button pending={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {t('office.show-more')}
          </Button>
        </p>
      )}
      {!done && (all || tab === 'certain' || tab === 'likely') && (
        <SettleBar statement={statement} lines={[...certain, ...rest]} selection={selection} />
      )}
    </div>
  )
}

/** Shown when every line is decided: totals in and out, and a link back. */
function Done({ statement }: { statement: Statement }) {
  const t = useT()
  const { in: came, out } = statement.tallies
  return (
    <EmptyState
      art="flowers"
      title={t('bank.all-decided', { count: statement.lines })}
      text={t('bank.in-out', { in: money(came.sum), out: money(-out.sum) })}
    >
      <Link href="/payments" className={buttonClass('primary')}>
        {t('bank.to-payments')}
      </Link>
    </EmptyState>
  )
}
