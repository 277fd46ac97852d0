import { keptValue } from '../../lib/kept.ts'

/** What was typed at registration, except the password. */
export type Typed = { name: string; chineseName: string; mobile: string; email: string; consent: boolean }

/**
 * A code that was sent: its channel, when another can be requested, when it expires (epoch milliseconds), and whether
 * e-mail is offered.
 */
export type CodeSent = { resendAt: number; expiresAt: number; channel?: 'sms' | 'mail'; mailOffered?: boolean }

type Answer = { resendAfter: number; expiresAt: string } & Pick<CodeSent, 'channel' | 'mailOffered'>

/** The code that the server's answer says it has sent. */
export function codeSent({ resendAfter, expiresAt, channel, mailOffered }: Answer): CodeSent {
  return { resendAt: Date.now() + resendAfter * 1000, expiresAt: Date.parse(expiresAt), channel, mailOffered }
}

/** A registration that waits for its code. */
export type Draft = { typed: Typed; sent: CodeSent }

/** Whether a value read from storage has this type. */
export function isCodeSent(kept: unknown): kept is CodeSent {
  if (typeof kept !== 'object' || kept === null || !('resendAt' in kept) || !('expiresAt' in kept)) return false
  return typeof kept.resendAt === 'number' && typeof kept.expiresAt === 'number'
}

/** Whether the server still waits for the code: up to an hour after sending. */
export const pending = (sent: CodeSent) => sent.expiresAt + 50 * 60_000 > Date.now()

export const keptDraft = keptValue('shanmen.registration', (saved) =>
  pending((saved as Draft).sent) ? (saved as Draft) : undefined,
)

/** The typed fields, except the password. */
export const keptTyped = keptValue('shanmen.registration.typed', (saved) => (saved as Typed | null) ?? undefined)
