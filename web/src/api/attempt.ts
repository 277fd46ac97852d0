import { newIdempotencyKey } from './client.ts'

/** Idempotency keys of one attempt: the same body again is the same attempt, another body is another. */
export type Attempt = {
  /** The key for sending this body, also when it is sent again after a lost answer. */
  keyFor: (body: unknown) => string
  /** It succeeded: the same body is a new attempt from now on. */
  done: () => void
}

export function newAttempt(newKey: () => string = newIdempotencyKey): Attempt {
  let last: { body: string; key: string } | undefined
  return {
    keyFor(body) {
      const text = JSON.stringify(body)
      if (last?.body !== text) last = { body: text, key: newKey() }
      return last.key
    },
    done() {
      last = undefined
    },
  }
}
