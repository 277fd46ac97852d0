import { useT } from '../../i18n/context.tsx'
import { keyFor, type Vars } from '../../i18n/messages.ts'
import { fieldName } from './field-name.ts'
import type { Problem } from './record-queries.ts'

/**
 * What stands in the way, and of which field. The server says it in the office's language; why a schedule did not go out
 * was found when nobody read it, so it is said here.
 */
export function ProblemLine({
  problem,
}: {
  problem: Pick<Problem, 'field' | 'code' | 'params'> & { message?: string }
}) {
  const t = useT()
  return (
    <>
      {problem.field && <strong>{fieldName(t, problem.field)}: </strong>}
      {problem.message || t(keyFor('fault.', problem.code), problem.params as Vars | undefined)}
    </>
  )
}
