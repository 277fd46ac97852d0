import { useT } from '../../../i18n/context.tsx'
import { keyFor, type Vars } from '../../../i18n/messages.ts'
import { fieldName } from '../field/field-name.ts'
import type { Problem } from '../record-queries.ts'

/**
 * What stands in the way, and of which field. The server says it in the office's language; why a schedule did not go out
 * was found when nobody read it, so it is said here.
 */
export function ProblemLine({
  problem,
  onGo,
}: {
  problem: Pick<Problem, 'field' | 'code' | 'params'> & { message?: string }
  /** To where the field is written. */
  onGo?: ((field: string) => void) | undefined
}) {
  const t = useT()
  const name = problem.field && fieldName(t, problem.field)
  return (
    <>
      {name &&
        (onGo ? (
          <>
            <button type="button" className="link font-bold" onClick={() => onGo(problem.field)}>
              {name}
            </button>
            {': '}
          </>
        ) : (
          <strong>{name}: </strong>
        ))}
      <span>{problem.message || t(keyFor('fault.', problem.code), problem.params as Vars | undefined)}</span>
    </>
  )
}
