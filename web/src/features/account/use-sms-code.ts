import { useEffect, type RefObject } from 'react'

declare global {
  interface CredentialRequestOptions {
    /** Part of the WebOTP API, which some phones support: https://wicg.github.io/web-otp/ */
    otp?: { transport: string[] }
  }
}

/** Fills a field with the code of an SMS that ends in "@this.site #code", if the user allows it. */
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
    field.current.dispatchEvent(new Event('input', { bubbles: true })) // as if it had been typed
  } catch {
    // Not allowed, or the page was left: the user types the code.
  }
}
