import { useEffect, type RefObject } from 'react'

declare global {
  interface CredentialRequestOptions {
    /** Of the WebOTP API, which some phones have: https://wicg.github.io/web-otp/ */
    otp?: { transport: string[] }
  }
}

/** Fills a field with the code of a text message that ends in "@this.site #code", once the person has allowed it. */
export function useSmsCode(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const waiting = new AbortController()
    void fill(field, waiting.signal)
    return () => waiting.abort()
  }, [field])
}

async function fill(field: RefObject<HTMLInputElement | null>, signal: AbortSignal): Promise<void> {
  try {
    const got = await navigator.credentials.get({ otp: { transport: ['sms'] }, signal })
    if (!field.current || !got || !('code' in got) || typeof got.code !== 'string') return
    field.current.value = got.code
    field.current.dispatchEvent(new Event('input', { bubbles: true })) // as if it were typed
  } catch {
    // Not allowed, or the page was left: the code is typed.
  }
}
