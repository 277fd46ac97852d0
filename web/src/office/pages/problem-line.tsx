import { useT } from '../../i18n/context.tsx'
import { fieldName } from './field-name.ts'

/** What stands in the way, and of which field. The server says it in the office's language. */
export function ProblemLine({ problem }: { problem: { field: string; message?: string; code: string } }) {
  const t = useT()
  return (
    <>
      {problem.field && <strong>{fieldName(t, problem.field)}: </strong>}
      {problem.message ?? problem.code}
    </>
  )
}
