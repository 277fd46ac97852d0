import { keyFor } from '../../i18n/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { guarded } from '../kit/session/session-gate.ts'
import { isBusy, statementQuery, tabs, type Statement, type Tab } from './bank-queries.ts'
import { ColumnsForm } from './columns-form.tsx'
import { Progress } from './progress.tsx'
import { Resume } from './resume.tsx'
import { spanOf } from './span.ts'
import { StatementActions } from './statement-actions.tsx'
import { StatementLines } from './statement-lines.tsx'
import { UnreadRows } from './unread-rows.tsx'

/** A bank statement: the column form while columns are unknown, then a job's progress, then its lines. */
export function StatementPage({ id }: PageProps) {
  const t = useT()
  const query = useQuery(statementQuery(id))
  return (
    <>
      <BackLink to="/bank" className="-mt-3 mb-0 text-sm">
        {t('office.area-bank')}
      </BackLink>
      <Loaded query={query} heading={t('office.area-bank')} lines={8}>
        {(data) => <StatementDetails statement={data} />}
      </Loaded>
    </>
  )
}

function StatementDetails({ statement }: { statement: Statement }) {
  const t = useT()
  const locale = useLocale()
  const title = [statement.bank || t('bank.unknown-bank'), statement.account].filter(Boolean).join(' ')
  const span = statement.from && statement.through ? spanOf(t, locale, statement.from, statement.through, true) : ''
  const { in: came, out } = statement.tallies
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow [&_h1]:text-2xl [&_h1]:leading-tight [&>div]:mb-0">
          <PageTop
            title={title}
            text={
              <span className="text-sm">
                {[span, statement.name].filter(Boolean).join(' · ')}
                {statement.lines > 0 && (
                  <b className="text-jade">
                    {' · '}
                    {t('bank.recognised', { count: statement.recognised, total: statement.lines })}
                  </b>
                )}
              </span>
            }
          />
        </div>
        {statement.lines > 0 && (
          <p className="flex flex-wrap gap-x-5 text-sm">
            <span>
              <b>{money(came.sum)}</b> {t('bank.in')}
            </span>
            <span>
              <b>{money(-out.sum)}</b> {t('bank.out')}
            </span>
          </p>
        )}
        {statement.state === 'ready' && <StatementActions statement={statement} />}
      </div>
      {statement.state === 'unmapped' && statement.problem && <Lost problem={statement.problem} />}
      {statement.state === 'unmapped' && statement.columns && (
        <ColumnsForm id={statement.id} columns={statement.columns} />
      )}
      {isBusy(statement) && <Progress statement={statement} />}
      {statement.state === 'reading' && statement.problem && <Lost problem={statement.problem} />}
      {statement.stuck && !statement.problem && <Resume id={statement.id} />}
      {statement.state === 'failed' && (
        <Notice kind="error" title={t('bank.state-failed')}>
          {statement.problem && <p>{t(keyFor('fault.', statement.problem))}</p>}
        </Notice>
      )}
      {['ready', 'failed'].includes(statement.state) && <UnreadRows statement={statement} />}
      {(statement.state === 'ready' || statement.state === 'undone') && <Lines statement={statement} />}
      {(['unmapped', 'failed'].includes(statement.state) || (statement.state === 'reading' && statement.stuck)) && (
        <StatementActions statement={statement} />
      )}
    </>
  )
}

/** Shown when the stored copy of an unparsed file is lost. Uploading the same file again continues here. */
function Lost({ problem }: { problem: string }) {
  const t = useT()
  return (
    <div className="my-5 max-w-3xl">
      <Notice kind="error" title={t(keyFor('fault.', problem))}>
        <Link href="/bank" className="link">
          {t('bank.upload')}
        </Link>
      </Notice>
    </div>
  )
}

/** The maximum age, in milliseconds, of a comparison when a statement is opened. */
const fresh = 60_000

function Lines({ statement }: { statement: Statement }) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('tab')
  // After an import was undone, only the lines that stay are listed.
  const full = statement.state === 'undone' ? tabs.find((name) => statement.tallies[name].count > 0) : undefined
  const tab: Tab | 'all' = tabs.find((known) => known === asked) ?? full ?? 'all'
  const compared = useRef(false)
  useEffect(() => {
    if (compared.current || statement.state !== 'ready') return
    compared.current = true
    const old = !statement.matchedAt || Date.now() - Date.parse(statement.matchedAt) > fresh
    // A failure does no harm: approving checks each order again.
    if (old) void guarded(() => api.post('/api/admin/bank/compare')).catch(() => null)
  }, [statement.matchedAt, statement.state])
  return (
    <>
      {statement.state === 'undone' && (
        <div className="mb-5">
          <Notice
            title={t('bank.undone', {
              name: statement.undoneBy ?? '',
              at: statement.undoneAt ? dateTime(locale, statement.undoneAt) : '',
            })}
          >
            {statement.tallies.matched.count + statement.tallies.resolved.count > 0 && <p>{t('bank.undone-kept')}</p>}
          </Notice>
        </div>
      )}
      {statement.leftOut > 0 && statement.state === 'ready' && (
        <div className="mb-5" role="status">
          <Notice kind="warning" title={t('bank.left-out', { count: statement.leftOut })}>
            {t('bank.left-out-text')}
          </Notice>
        </div>
      )}
      <StatementLines
        key={tab}
        statement={statement}
        tab={tab}
        onTab={(next) => navigate(`/bank/${statement.id}${next === 'all' ? '' : `?tab=${next}`}`)}
      />
    </>
  )
}
