import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { JobProgress } from '../kit/act/job-progress.tsx'
import { isBusy, type Run } from './run-queries.ts'

/** What a run is doing, or why it has stopped. */
export function RunNow({ run }: { run: Run }) {
  const t = useT()
  const locale = useLocale()
  const { state, drawn, sheets } = run
  if (run.stuck) return <Notice kind="warning" role="status" title={t('print.run-stuck')} />
  if (isBusy(run))
    return (
      <JobProgress
        title={state === 'queued' ? t('print.state-queued') : t('print.state-running')}
        text={[sheets > 0 ? t('print.run-sheet', { done: drawn, all: sheets }) : '', t('print.run-close')]
          .filter(Boolean)
          .join(' · ')}
        done={drawn}
        total={sheets}
      />
    )
  if (state === 'failed')
    return (
      <Notice kind="error" role="alert" title={t('print.run-failed')}>
        {run.problem && <p>{t(`print.problem-${run.problem}`)}</p>}
      </Notice>
    )
  const at = run.endedAt ? dateTime(locale, run.endedAt) : ''
  if (state === 'cancelled')
    return (
      <Notice title={t('print.run-cancelled')}>
        <p>{t('print.run-cancelled-by', { who: run.endedBy, at })}</p>
      </Notice>
    )
  if (state === 'accepted')
    return <Notice kind="success" title={t('print.run-accepted-by', { who: run.endedBy, at })} />
  return null
}
