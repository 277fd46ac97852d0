import { api, type Value } from '../../api/client.ts'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import type { Refused } from '../../forms/refusal.ts'
import type { Told } from '../../forms/refusal.ts'
import { answerByPasskey, belongsHere, createPasskey } from './webauthn.ts'

/**
 * The result of a passkey prompt. `password` without `wrong` means that the password is required but was not given yet.
 */
export type Outcome<Done> =
  | { kind: 'done'; value: Done }
  | { kind: 'cancelled' }
  | { kind: 'password'; wrong?: Refused }
  | { kind: 'told'; told: Told; expired: boolean }
  | { kind: 'failed' }

type LoggedIn = Value<'/api/auth/passkey/finish', 'post'>
type Added = Value<'/api/member/passkey/finish', 'post'>

/** Logs in with a passkey. `suggest` waits in the background until the user picks one from the browser's autofill. */
export async function logInByPasskey(remember: () => boolean, suggest?: AbortSignal): Promise<Outcome<LoggedIn>> {
  const question = await api.post('/api/auth/passkey/begin', { signal: suggest })
  if (question.status !== 200) return refused(question)
  const options = question.value.publicKey as PublicKeyCredentialRequestOptionsJSON
  if (!belongsHere(options.rpId)) return elsewhere(options.rpId)
  const credential = await answerByPasskey(options, suggest)
  if (!credential) return { kind: 'cancelled' }
  const result = await api.post('/api/auth/passkey/finish', {
    body: { ceremony: question.value.ceremony, credential, remember: remember() },
  })
  return result.status === 200 ? { kind: 'done', value: result.value } : refused(result)
}

/** Creates a passkey on this device. The password is required if the last login is too long ago. */
export async function addPasskey(name: string, password: string): Promise<Outcome<Added>> {
  const question = await api.post('/api/member/passkey/begin', { body: { password } })
  if (question.status !== 200) return refused(question)
  const options = question.value.publicKey as PublicKeyCredentialCreationOptionsJSON
  if (!belongsHere(options.rp.id)) return elsewhere(options.rp.id)
  try {
    const credential = await createPasskey(options)
    if (!credential) return { kind: 'cancelled' }
    const result = await api.post('/api/member/passkey/finish', {
      body: { ceremony: question.value.ceremony, credential, name },
    })
    return result.status === 200 ? { kind: 'done', value: result.value } : refused(result)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      return { kind: 'told', told: { key: 'passkey.have-already' }, expired: false }
    throw error
  }
}

/** What a refusal means for the user. */
export function refused(
  result: Exclude<ApiResult<unknown>, { status: 200 }>,
): Exclude<Outcome<never>, { kind: 'done' }> {
  const password = fieldErrors(result).find(({ field }) => field === 'password')
  if (password) return { kind: 'password', wrong: password.code === 'password-needed' ? undefined : password }
  if (result.status !== 400) return { kind: 'failed' }
  return { kind: 'told', told: result.body, expired: result.body.code === 'passkey-expired' }
}

function elsewhere(address = ''): Outcome<never> {
  return { kind: 'told', told: { key: 'passkey.other-address', vars: { address } }, expired: false }
}
