import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { toastUnexpected } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { addPasskey, type Outcome } from './ceremony.ts'
import { OwnPassword } from './own-password.tsx'
import { deviceName, kindOfDevice } from './this-device.ts'

type Added = components['schemas']['AccountPasskeyList']

/** The button that makes a passkey on this device; the password is asked for where the login is not fresh. */
export function AddPasskey(props: {
  primary?: boolean
  /** The button goes once it has done its work. */
  once?: boolean
  onAdded: (added: Added) => void
}) {
  const t = useT()
  const [device, setDevice] = useState<'phone' | 'computer'>('computer')
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Added>>()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => setDevice(kindOfDevice()), [])
  const asks = outcome?.kind === 'password'
  useEffect(() => {
    if (asks) password.current?.focus()
  }, [asks])

  async function add(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    try {
      const ended = await addPasskey(deviceName(t), password.current?.value ?? '')
      setOutcome(ended)
      if (ended.kind === 'done') props.onAdded(ended.value)
      if (ended.kind === 'failed') toastUnexpected()
    } catch (error) {
      console.error(error)
      toastUnexpected()
    }
    setPending(false)
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void add(event)} className="space-y-4">
      {outcome?.kind === 'done' && (
        <Notice kind="success" role="status">
          {t(`passkey.added-${device}`)}
        </Notice>
      )}
      {outcome?.kind === 'told' && (
        <Notice kind="warning" role="alert">
          {t(outcome.text, outcome.params)}
        </Notice>
      )}
      {asks && <OwnPassword ref={password} wrong={outcome.wrong} />}
      {!(props.once && outcome?.kind === 'done') && (
        <Button type="submit" kind={props.primary ? 'primary' : 'plain'} icon="plus" pending={pending}>
          {asks ? t('passkey.go-on') : t(`passkey.add-${device}`)}
        </Button>
      )}
    </form>
  )
}
