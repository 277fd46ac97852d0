import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refused } from './ceremony.ts'
import { OwnPassword } from './own-password.tsx'

type Passkey = components['schemas']['AccountPasskey']
type List = components['schemas']['AccountPasskeyList']
type Props = { passkey: Passkey; onChanged: (list: readonly Passkey[], removed?: string) => void }

/** One device: its name, when it was used, and the ways to rename or remove it. */
export function PasskeyRow({ passkey, onChanged }: Props) {
  const t = useT()
  const locale = useLocale()
  const [doing, setDoing] = useState<'rename' | 'remove'>()
  const [asksPassword, setAsksPassword] = useState(false)
  const [wrong, setWrong] = useTold()
  const field = useRef<HTMLInputElement>(null)
  const { id } = passkey
  const name = passkey.name || t('passkey.unnamed')
  const rename = useApi((newName: string) =>
    api.put('/api/member/passkey/{id}', { params: { id }, body: { name: newName } }),
  )
  const remove = useApi((password: string) =>
    api.post('/api/member/passkey/{id}/remove', { params: { id }, body: { password } }),
  )
  const asks = doing === 'rename' || asksPassword
  useEffect(() => {
    if (asks) field.current?.focus()
  }, [asks])

  function settle(result: ApiResult<List> | null, removed?: string) {
    if (!result) return
    if (result.status === 200) {
      stop()
      return onChanged(result.value.passkeys, removed)
    }
    const why = refused(result)
    const nameError = fieldErrors(result).find((error) => error.field === 'name')
    if (why.kind === 'password') {
      setAsksPassword(true)
      setWrong(why.wrong)
    } else if (nameError) setWrong(nameError)
    else toastFailure(result)
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    settle(await rename.run(field.current?.value.trim() ?? ''))
  }
  async function takeAway(event: FormEvent) {
    event.preventDefault()
    settle(await remove.run(asksPassword ? (field.current?.value ?? '') : ''), name)
  }
  const stop = () => {
    setDoing(undefined)
    setAsksPassword(false)
    setWrong()
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
      {doing === 'rename' && (
        <form noValidate method="post" onSubmit={(event) => void save(event)} className="space-y-3">
          <TextField ref={field} name="name" label={t('passkey.name')} defaultValue={passkey.name} error={wrong} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" kind="primary" pending={rename.pending}>
              {t('passkey.rename-save')}
            </Button>
            <Button onClick={stop}>{t('common.cancel')}</Button>
          </div>
        </form>
      )}
      {doing === 'remove' && (
        <form noValidate method="post" onSubmit={(event) => void takeAway(event)} className="space-y-3">
          <p className="font-semibold">{t('passkey.remove-sure', { name })}</p>
          {asksPassword && <OwnPassword ref={field} wrong={wrong} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" kind="danger" pending={remove.pending}>
              {t('passkey.remove-yes')}
            </Button>
            <Button onClick={stop}>{t('passkey.remove-no')}</Button>
          </div>
        </form>
      )}
    </li>
  )
}
