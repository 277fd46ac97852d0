import type { Refusal } from '../../../api/result.ts'
import { whyRefused, type Refused } from '../../../forms/refusal.ts'
import { toast } from '../../../ui/toast-store.ts'

type Why = Refused | { key: 'fault.forbidden' | 'message.unexpected-error' }

/** Why a call of the office was refused: in the words of the server, where it gives some. */
export function whyNot(result: Refusal): Why {
  if (result.status === 400) return whyRefused(result.body)
  return { key: result.status === 403 ? 'fault.forbidden' : 'message.unexpected-error' }
}

/** Says it in a toast; gives the toast's id. */
export function toastTold(why: Why): number {
  return toast({ ...('key' in why ? { text: why.key } : { words: why.title }), type: 'error' })
}
