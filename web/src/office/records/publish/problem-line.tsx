import { useT } from '../../../i18n/context.tsx'
import { keyFor, type Vars } from '../../../i18n/messages.ts'
import { fieldName } from '../field/field-name.ts'
import type { Problem } from '../record-queries.ts'

/**
 * A publishing problem with its field. The server's text is in the office's language; the reason why a scheduled
 * publication failed was stored without a language, so it is translated here.
 */
export function ProblemLine({
  problem,
  onGo,
}: {
  problem: Pick<Problem, 'field' | 'code' | 'params'> & { message?: string }
  /** Goes to the field in the editor. */
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
