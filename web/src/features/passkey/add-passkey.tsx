import { useState, type FormEvent } from 'react'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { formText } from '../../forms/form-text.ts'
import { toastUnexpected } from '../../forms/use-act.ts'
import { useTold } from '../../forms/use-told.ts'
import { useBrowser } from '../../lib/use-browser.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { addPasskey, type Outcome } from './ceremony.ts'
import { OwnPassword } from './own-password.tsx'
import { deviceName, kindOfDevice } from './this-device.ts'

type Added = components['schemas']['AccountPasskeyList']

/** A button that creates a passkey on this device; it asks for the password if the last login is too long ago. */
export function AddPasskey(props: {
  primary?: boolean
  /** Whether the button disappears after success. */
  once?: boolean
  onAdded: (added: Added) => void
}) {
  const t = useT()
  const device = useBrowser<'phone' | 'computer'>(kindOfDevice, 'computer')
  const [pending, setPending] = useState(false)
  const [kind, setKind] = useState<Outcome<Added>['kind']>()
  const [said, tell] = useTold()
  const asks = kind === 'password'

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const password = formText(new FormData(event.currentTarget), 'password')
    setPending(true)
    try {
      const ended = await addPasskey(deviceName(t), password)
      setKind(ended.kind)
      tell(ended.kind === 'told' ? ended.told : ended.kind === 'password' ? ended.wrong : undefined)
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
      {kind === 'done' && (
        <Notice kind="success" role="status">
          {t(`passkey.added-${device}`)}
        </Notice>
      )}
      {kind === 'told' && (
        <Notice kind="warning" role="alert">
          {said}
        </Notice>
      )}
      {asks && <OwnPassword wrong={said} />}
      {!(props.once && kind === 'done') && (
        <Button type="submit" kind={props.primary ? 'primary' : 'plain'} icon="plus" pending={pending}>
          {asks ? t('common.continue') : t(`passkey.add-${device}`)}
        </Button>
      )}
    </form>
  )
}
