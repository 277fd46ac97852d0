import { newIdempotencyKey } from './client.ts'

/** A body as it was sent last, and its key. A draft keeps it, so that it outlives a reload. */
export type Sent = { body: string; key: string }

/** How a body is sent: with the key of `last` when it is the same body, which is the same attempt; else with a new key. */
export function sentAs(last: Sent | null | undefined, body: unknown, newKey: () => string = newIdempotencyKey): Sent {
  const text = JSON.stringify(body)
  return last?.body === text ? last : { body: text, key: newKey() }
}

/** Idempotency keys of one attempt: the same body again is the same attempt, another body is another. */
export type Attempt = {
  /** The key for sending this body, also when it is sent again after a lost answer. */
  keyFor: (body: unknown) => string
  /** It succeeded: the same body is a new attempt from now on. */
  done: () => void
}

export function newAttempt(newKey: () => string = newIdempotencyKey): Attempt {
  let last: Sent | undefined
  return {
    keyFor(body) {
      last = sentAs(last, body, newKey)
      return last.key
    },
    done() {
      last = undefined
    },
  }
}

/** Idempotency keys of several attempts that may wait at once, each told by its body. */
export type Attempts = {
  /** The key for sending this body, also when it is sent again after a lost answer. */
  keyFor: (body: unknown) => string
  /** It was answered: the same body is a new attempt from now on. */
  done: (body: unknown) => void
}

export function newAttempts(newKey: () => string = newIdempotencyKey): Attempts {
  const waiting = new Map<string, string>()
  return {
    keyFor(body) {
      const text = JSON.stringify(body)
      const key = waiting.get(text) ?? newKey()
      waiting.set(text, key)
      return key
    },
    done(body) {
      waiting.delete(JSON.stringify(body))
    },
  }
}
