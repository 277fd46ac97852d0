/** The device's answer as JSON for the server; null when the user cancelled. */
export type DeviceAnswer = Record<string, unknown> | null

/** Whether this browser can use passkeys here. They belong to a host name, so an IP address has none. */
export function passkeysWork(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Whether only https is missing for passkeys. */
export function httpsMissing(): boolean {
  return !window.isSecureContext
}

/** Whether the device can verify its owner by fingerprint, face or PIN. */
export async function deviceLocks(): Promise<boolean> {
  return passkeysWork() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

/** Whether passkeys can be suggested in the browser's autofill. */
export async function suggestionsWork(): Promise<boolean> {
  if (!passkeysWork() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false
  return PublicKeyCredential.isConditionalMediationAvailable()
}

/** Whether the page's host is the one that its passkeys belong to. */
export function belongsHere(rpId: string | undefined): boolean {
  return !rpId || location.hostname === rpId || location.hostname.endsWith(`.${rpId}`)
}

/** Creates a passkey. Throws InvalidStateError if the device already has one for this account. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<DeviceAnswer> {
  const credential = await unlessCancelled(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: options.excludeCredentials?.map(described),
      },
    }),
  )
  if (!(credential instanceof PublicKeyCredential)) return null
  const response = credential.response
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return whole(credential, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/**
 * Signs the challenge with a passkey that the user chooses; with a signal it is suggested in the browser's autofill.
 */
export async function answerByPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  suggest?: AbortSignal,
): Promise<DeviceAnswer> {
  const credential = await unlessCancelled(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(options.challenge),
        allowCredentials: options.allowCredentials?.map(described),
      },
      ...(suggest && { mediation: 'conditional', signal: suggest }),
    }),
  )
  if (!(credential instanceof PublicKeyCredential)) return null
  const response = credential.response
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  return whole(credential, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle && { userHandle: text(response.userHandle) }),
  })
}

function whole(credential: PublicKeyCredential, response: Record<string, unknown>) {
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
    clientExtensionResults: {},
    response,
  }
}

const described = (item: PublicKeyCredentialDescriptorJSON) =>
  ({ ...item, id: bytes(item.id) }) as unknown as PublicKeyCredentialDescriptor

/** Cancelling, a timeout and leaving the page are not errors. */
async function unlessCancelled(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
}

/** Decodes base64url. */
export function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** Encodes bytes as base64url, without padding. */
export function text(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
