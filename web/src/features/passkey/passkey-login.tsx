import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { toastUnexpected } from '../../forms/use-act.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { logInByPasskey, type Outcome } from './ceremony.ts'
import { kindOfDevice } from './this-device.ts'
import { passkeysWork, suggestionsWork } from './webauthn.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { useBrowser } from '../../lib/use-browser.ts'

/** A challenge is valid for ten minutes; a page that stays open requests a new one. */
const askAgain = 9 * 60_000

/**
 * Login by fingerprint, face or PIN: a button and, where supported, a suggestion in the browser's autofill. Renders
 * nothing in browsers without passkeys.
 */
export function PasskeyLogin(props: { remember: () => boolean; onLoggedIn: () => Promise<void> }) {
  const t = useT()
  const device = useBrowser(() => (passkeysWork() ? kindOfDevice() : undefined), undefined)
  const [problem, setProblem] = useTold()
  const [pending, setPending] = useState(false)
  const [asked, setAsked] = useState(0)
  const suggesting = useRef<AbortController>(null)
  const latest = useLatest(props)

  useEffect(() => {
    if (!device || pending) return
    const stop = new AbortController()
    suggesting.current = stop
    const timer = setTimeout(() => setAsked((count) => count + 1), askAgain)
    async function suggest() {
      if (!(await suggestionsWork()) || stop.signal.aborted) return
      const outcome = await logInByPasskey(latest.current.remember, stop.signal)
      if (outcome.kind === 'done') await latest.current.onLoggedIn()
      if (outcome.kind === 'told') setProblem(outcome.told)
    }
    suggest().catch(() => {}) // the password still works
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [device, pending, asked, setProblem, latest])

  async function press() {
    suggesting.current?.abort() // a browser allows only one request at a time
    setProblem()
    setPending(true)
    let outcome: Outcome<unknown> = { kind: 'failed' }
    try {
      outcome = await logInByPasskey(latest.current.remember)
    } catch (error) {
      console.error(error)
    }
    if (outcome.kind === 'done') return latest.current.onLoggedIn()
    setPending(false)
    if (outcome.kind === 'told') setProblem(outcome.told)
    if (outcome.kind === 'failed') toastUnexpected()
  }

  if (!device) return null
  return (
    <div className="space-y-3">
      <Button wide icon={device === 'phone' ? 'phone' : 'user'} pending={pending} onClick={() => void press()}>
        {t(`passkey.login-${device}`)}
      </Button>
      <p className="text-center text-ink-2">{t('passkey.login-hint')}</p>
      {problem && (
        <Notice kind="warning" role="alert">
          {problem}
        </Notice>
      )}
    </div>
  )
}
