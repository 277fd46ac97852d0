import { keptValue } from '../../lib/kept.ts'

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

/** A registration that waits for its code. */
export type Draft = { typed: Typed; sent: CodeSent }

/** Whether what was read from the browser's store is one. */
export function isCodeSent(kept: unknown): kept is CodeSent {
  if (typeof kept !== 'object' || kept === null || !('resendAt' in kept) || !('expiresAt' in kept)) return false
  return typeof kept.resendAt === 'number' && typeof kept.expiresAt === 'number'
}

/** Whether the server still waits for the code: an hour after it was sent it does not. */
export const pending = (sent: CodeSent) => sent.expiresAt + 50 * 60_000 > Date.now()

export const keptDraft = keptValue('shanmen.registration', (saved) =>
  pending((saved as Draft).sent) ? (saved as Draft) : undefined,
)

/** What is typed, without the password. */
export const keptTyped = keptValue('shanmen.registration.typed', (saved) => (saved as Typed | null) ?? undefined)
