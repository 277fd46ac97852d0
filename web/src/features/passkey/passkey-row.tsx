import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OwnPassword } from './own-password.tsx'
import { useOwnPassword } from './use-own-password.ts'

type Passkey = components['schemas']['AccountPasskey']
type Props = { passkey: Passkey; onChanged: (list: readonly Passkey[], removed?: string) => void }

/** A passkey: its device name, when it was used, and buttons to rename or remove it. */
export function PasskeyRow({ passkey, onChanged }: Props) {
  const t = useT()
  const locale = useLocale()
  const [doing, setDoing] = useState<'rename' | 'remove'>()
  const name = passkey.name || t('passkey.unnamed')
  const stop = () => setDoing(undefined)
  const changed = (list: readonly Passkey[], removed?: string) => {
    stop()
    onChanged(list, removed)
  }

  return (
    <li className="space-y-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p className="font-names text-lg font-semibold">{name}</p>
          <p className="text-ink-2">{t('passkey.created', { date: date(locale, passkey.createdAt, 'short') })}</p>
          {passkey.lastUsedAt && (
            <p className="text-ink-2">{t('passkey.last-used', { time: dateTime(locale, passkey.lastUsedAt) })}</p>
          )}
          {passkey.synced && <p className="text-ink-2">{t('passkey.synced')}</p>}
        </div>
        {!doing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing('rename')}>
              {t('passkey.rename')}
              <span className="sr-only"> {name}</span>
            </Button>
            <Button onClick={() => setDoing('remove')}>
              {t('passkey.remove')}
              <span className="sr-only"> {name}</span>
            </Button>
          </div>
        )}
      </div>
      {doing === 'rename' && <RenameForm passkey={passkey} onRenamed={changed} onStop={stop} />}
      {doing === 'remove' && (
        <RemoveForm id={passkey.id} name={name} onRemoved={(list) => changed(list, name)} onStop={stop} />
      )}
    </li>
  )
}

function RenameForm(props: { passkey: Passkey; onRenamed: (list: readonly Passkey[]) => void; onStop: () => void }) {
  const t = useT()
  const { id, name } = props.passkey
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    read: (typed) => ({ name: formText(typed, 'name').trim() }),
    send: (body) => api.put('/api/member/passkey/{id}', { params: { id }, body }),
    done: ({ passkeys }) => props.onRenamed(passkeys),
    summary: false,
  })
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-3">
      <TextField ref={field} name="name" label={t('passkey.name')} defaultValue={name} error={form.errorOf('name')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" pending={form.pending}>
          {t('passkey.rename-save')}
        </Button>
        <Button onClick={props.onStop}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}

type Removal = { id: string; name: string; onRemoved: (list: readonly Passkey[]) => void; onStop: () => void }

function RemoveForm({ id, name, onRemoved, onStop }: Removal) {
  const t = useT()
  const form = useOwnPassword(
    (password) => api.post('/api/member/passkey/{id}/remove', { params: { id }, body: { password } }),
    ({ passkeys }) => onRemoved(passkeys),
  )
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-3">
      <p className="font-semibold">{t('passkey.remove-sure', { name })}</p>
      {form.asks && <OwnPassword wrong={form.wrong} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="danger" pending={form.pending}>
          {t('passkey.remove-yes')}
        </Button>
        <Button onClick={onStop}>{t('passkey.remove-no')}</Button>
      </div>
    </form>
  )
}
