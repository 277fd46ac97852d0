/** What was typed at registration, without the password. */
export type Typed = { name: string; chineseName: string; mobile: string; email: string; consent: boolean }

/**
 * A code is on its way: how, when another can be asked for, until when it is good (epoch milliseconds), and whether the
 * next may go by mail.
 */
export type CodeSent = { resendAt: number; expiresAt: number; channel?: 'sms' | 'mail'; mailOffered?: boolean }

type Answer = { resendAfter: number; expiresAt: string } & Pick<CodeSent, 'channel' | 'mailOffered'>

/** A code that was just sent, by the server's answer. */
export function codeSent({ resendAfter, expiresAt, channel, mailOffered }: Answer): CodeSent {
  return { resendAt: Date.now() + resendAfter * 1000, expiresAt: Date.parse(expiresAt), channel, mailOffered }
}

/** A registration that waits for its code. It outlives a reload of the page, not the tab. */
export type Draft = { typed: Typed; sent: CodeSent }

/** Whether what was read from the browser's store is one. */
export function isCodeSent(kept: unknown): kept is CodeSent {
  if (typeof kept !== 'object' || kept === null || !('resendAt' in kept) || !('expiresAt' in kept)) return false
  return typeof kept.resendAt === 'number' && typeof kept.expiresAt === 'number'
}

const name = 'shanmen.registration'

export function readDraft(now: number): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Draft | null
    // After an hour the server waits for it no longer.
    return draft && draft.sent.expiresAt + 50 * 60_000 > now ? draft : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
    else sessionStorage.removeItem(name)
  } catch {
    // A private window without storage: a reload starts the form again, and nothing else is lost.
  }
}

const typedName = 'shanmen.registration.typed'

/** What was typed so far, for a reload of the page. */
export function readTyped(): Typed | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(typedName) ?? 'null') as Typed | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps what is typed, without the password, as long as the tab; undefined forgets it. */
export function writeTyped(typed: Typed | undefined): void {
  try {
    if (typed) sessionStorage.setItem(typedName, JSON.stringify(typed))
    else sessionStorage.removeItem(typedName)
  } catch {
    // As with a draft: nothing else is lost.
  }
}
