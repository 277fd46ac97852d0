import { keyFor } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import type { Statement } from './bank-queries.ts'

/** How far a job is that has the statement in hand. */
export function Progress({ statement }: { statement: Statement }) {
  const t = useT()
  const { done, total } = statement
  return (
    <div className="card max-w-3xl p-6" role="status">
      <p className="text-xl font-bold">{t(keyFor('bank.state-', statement.state))} …</p>
      <p className="mb-4 text-ink-2">{t('bank.progress', { done, total })}</p>
      <progress className="h-3 w-full accent-cinnabar" max={Math.max(total, 1)} value={done} aria-hidden="true" />
    </div>
  )
}
