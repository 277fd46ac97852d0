import { useQueryClient } from '@tanstack/react-query'
import type { Attempt } from '../../../api/attempt.ts'
import type { ApiResult } from '../../../api/result.ts'
import { useForm, type Form, type FormWithValues, type Submission } from '../../../forms/use-form.ts'
import type { Told } from '../../../forms/refusal.ts'
import { useTold } from '../../../forms/use-told.ts'
import { refresh, type Subject } from '../query/refresh.ts'
import { guarded } from '../session/session-gate.ts'
import { whyNot } from './why-not.ts'

type Sending<Body, Value> = Omit<Submission<Body, Value>, 'send' | 'unexpected'> & {
  send: (body: Body, keyFor: Attempt['keyFor']) => Promise<ApiResult<Value>>
}

/** Why what was sent is refused as a whole; `ActState` or the end of a dialog shows it. */
type Problem = { problem: string | undefined; tell: (told?: Told) => void }

/**
 * A form of the office: `useForm` with a check that the session has not ended, which refetches the queries of the
 * changed subjects after a success. Without a summary, an error without a field is `problem`.
 */
export function useOfficeForm<Values extends object, Value>(
  form: Sending<Values, Value> & { initial: Values },
  ...changed: readonly Subject[]
): FormWithValues<Values> & Problem
export function useOfficeForm<Body, Value>(
  form: Sending<Body, Value> & { read?: (typed: FormData) => Body },
  ...changed: readonly Subject[]
): Form<Body> & Problem
export function useOfficeForm<Body extends object, Value>(
  form: Sending<Body, Value> & { initial?: Body },
  ...changed: readonly Subject[]
): Form<Body> & Problem {
  const client = useQueryClient()
  const [problem, tell] = useTold()
  const { send, done, summary = false } = form
  const sent = useForm<Body, Value>({
    ...form,
    summary,
    send: (body, keyFor) => {
      tell()
      return guarded(() => send(body, keyFor))
    },
    done: async (value, body, element) => {
      await done(value, body, element)
      await refresh(client, ...changed)
    },
    unexpected: (result) => {
      if (result?.status === 401) return []
      const why = result ? whyNot(result) : { key: 'message.unexpected-error' as const }
      if (summary) return [why]
      tell(why)
      return []
    },
  })
  return { ...sent, problem, tell }
}
