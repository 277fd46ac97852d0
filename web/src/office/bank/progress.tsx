import { keyFor } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import { JobProgress } from '../kit/act/job-progress.tsx'
import type { Statement } from './bank-queries.ts'

/** The progress of a job that works on the statement. */
export function Progress({ statement }: { statement: Statement }) {
  const t = useT()
  const { done, total } = statement
  return (
    <JobProgress
      title={t(keyFor('bank.state-', statement.state))}
      text={t('bank.progress', { done, total })}
      done={done}
      total={total}
    />
  )
}
