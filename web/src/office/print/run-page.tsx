import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { LeftOutList } from './left-out.tsx'
import { RunAccept } from './run-accept.tsx'
import { RunActs } from './run-acts.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunFile } from './run-file.tsx'
import { RunState } from './run-list.tsx'
import { RunNow } from './run-now.tsx'
import { isBusy, runQuery, type Run } from './run-queries.ts'
import { RunResult } from './run-result.tsx'
import { RunSteps } from './run-steps.tsx'

/** A print run: its progress, its PDF, the confirmation, and the outcome of each piece. */
export function RunPage({ id }: { id: string }) {
  const t = useT()
  return (
    <Loaded query={useQuery(runQuery(id))} heading={t('office.area-print')} lines={8}>
      {(run) => <RunDetails run={run} />}
    </Loaded>
  )
}

/** Only the user knows whether it was printed, so that step ends with the confirmation. */
const stepOf = ({ state }: Run) => (state === 'accepted' ? 5 : 3)

function RunDetails({ run }: { run: Run }) {
  const t = useT()
  const locale = useLocale()
  const { state, kind, hasFile } = run
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop
            title={t('print.run-of', { kind: t(keyFor('print.kind-one-', kind)), no: run.no })}
            text={run.title[locale]}
            before={<BackLink to="/print">{t('office.area-print')}</BackLink>}
          />
        </div>
        <p className="mb-5">
          <RunState run={run} />
        </p>
      </div>
      {state !== 'cancelled' && (
        <div className="mb-5">
          <RunSteps current={stepOf(run)} kind={kind} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-5">
          <RunNow run={run} />
          {(hasFile || state === 'ready') && <RunFile run={run} />}
          <LeftOutList rows={run.leftOut} count={run.leftOutCount} />
          {state === 'ready' && kind !== 'list' && hasFile && <RunAccept run={run} />}
          {kind !== 'list' && !isBusy(run) && state !== 'failed' && <RunResult run={run} />}
        </div>
        <div className="space-y-5">
          <RunFacts run={run} />
          <RunActs run={run} />
        </div>
      </div>
    </>
  )
}
