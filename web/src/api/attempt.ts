import { newIdempotencyKey } from './client.ts'

/** The last body sent, and its idempotency key. A draft stores it, so that it survives a reload. */
export type Sent = { body: string; key: string }

/** Chooses the key for a body: that of `last` if the body is the same, since that is a retry; otherwise a new key. */
export function sentAs(last: Sent | null | undefined, body: unknown, newKey: () => string = newIdempotencyKey): Sent {
  const text = JSON.stringify(body)
  return last?.body === text ? last : { body: text, key: newKey() }
}

/** Keeps the idempotency key of one request: sending the same body again reuses it, another body gets a new one. */
export type Attempt = {
  /** The key for this body; the same when it is sent again after a lost answer. */
  keyFor: (body: unknown) => string
  /** Call after success: sending the same body from now on is a new request. */
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

/** Keeps the idempotency keys of several requests that may be pending at once, by their bodies. */
export type Attempts = {
  /** The key for this body; the same when it is sent again after a lost answer. */
  keyFor: (body: unknown) => string
  /** Call after an answer: sending the same body from now on is a new request. */
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
