import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { whyRefused } from '../../../forms/refusal.ts'
import { useTold } from '../../../forms/use-told.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { gate } from './session-gate.ts'
import { useOfficeSession } from './session.tsx'
import { wantsFocus } from '../act/wants-focus.ts'
import { DialogButtons } from '../act/dialog-buttons.tsx'

/** Asks for the password over the current screen when the session has expired, so that nothing is lost. */
export function PasswordAgain() {
  const t = useT()
  const asked = useSyncExternalStore(gate.subscribe, gate.closed)
  const { user } = useOfficeSession()
  return (
    <Dialog open={asked && user !== undefined} onClose={() => gate.open(false)} title={t('office.again')}>
      {asked && user && <PasswordForm identifier={user.email || user.mobile} />}
    </Dialog>
  )
}

function PasswordForm({ identifier }: { identifier: string }) {
  const t = useT()
  const session = useOfficeSession()
  const [error, setError] = useTold()
  const [pending, setPending] = useState(false)
  const [second, setSecond] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (second) code.current?.focus()
  }, [second])

  async function logIn(event: FormEvent) {
    event.preventDefault()
    const password = field.current?.value ?? ''
    if (pending || !password) return field.current?.focus()
    if (second && !code.current?.value) return code.current?.focus()
    setPending(true)
    try {
      const result = await api.post('/api/auth/authentication', {
        body: { identifier, password, code: code.current?.value },
      })
      if (result.status === 200 && result.value.user) {
        const same = result.value.user.id === session.user?.id
        // A different user continues with their own rights, and does not finish the first one's work.
        session.welcome(result.value.user)
        gate.open(same)
        return
      }
      if (result.status === 200 && result.value.challenge) {
        setSecond(true)
        setError()
        setPending(false)
        return
      }
      if (result.status === 200) return location.reload() // the second factor's set-up is shown instead
      setError(
        result.status === 401
          ? { key: 'fault.wrong-credentials' }
          : 'body' in result
            ? whyRefused(result.body)
            : { key: 'message.unexpected-error' },
      )
    } catch {
      setError({ key: 'message.unexpected-error' })
    }
    setPending(false)
    ;(code.current ?? field.current)?.select()
  }

  return (
    <form onSubmit={(event) => void logIn(event)} className="space-y-4">
      <p>{t('office.again-text')}</p>
      <p className="rounded-2xl bg-paper-2 px-4 py-3">
        <span className="block text-sm text-ink-2">{t('office.again-who')}</span>
        <span className="font-bold">{session.user?.name}</span> <span className="break-all">{identifier}</span>
      </p>
      <input type="text" hidden name="username" autoComplete="username" value={identifier} readOnly />
      <TextField
        ref={(element) => {
          field.current = element
          wantsFocus(element)
        }}
        type="password"
        name="password"
        autoComplete="current-password"
        label={t('office.field.password')}
        error={second ? undefined : error}
      />
      {second && (
        <TextField ref={code} name="code" autoComplete="one-time-code" label={t('office.again-code')} error={error} />
      )}
      <DialogButtons label={t('common.login')} act={{ pending }} onClose={() => gate.open(false)} className="pt-2" />
    </form>
  )
}
