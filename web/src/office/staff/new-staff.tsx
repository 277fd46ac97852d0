import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useFieldErrors } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { guarded } from '../kit/session-gate.ts'
import { wantsFocus } from '../kit/wants-focus.ts'
import { InvitationGiven } from './invitation-given.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { ways, type Invitation, type Way } from './staff-queries.ts'
import { refresh } from '../kit/refresh.ts'

const nobody = { name: '', chineseName: '', email: '', mobile: '' }

/** Makes an account of the office. Its owner chooses the password. */
export function NewStaff({ onClose }: { onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  // Sent again after a lost answer, the same words are the same account.
  const [attempt] = useState(() => newAttempt())
  const [person, setPerson] = useState(nobody)
  const [roles, setRoles] = useState<string[]>([])
  const [letters, setLetters] = useState<string>(locale)
  const [send, setSend] = useState<Way>('mail')
  const [wrong, setWrong] = useFieldErrors()
  const [refusals, setRefusals] = useState(0)
  const [made, setMade] = useState<Invitation>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => wantsFocus(form.current?.querySelector('input')), [])
  // The form is longer than its window: what is wrong comes into sight.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const call = useApi(() => {
    const body = { ...person, roles, locale: letters === 'zh' ? ('zh' as const) : ('en' as const), send }
    return guarded(() => api.post('/api/admin/staff', { body, idempotencyKey: attempt.keyFor(body) }))
  })
  if (made) return <InvitationGiven name={person.name} invitation={made} onClose={onClose} />

  async function make(event: FormEvent) {
    event.preventDefault()
    const missing = [
      !person.name.trim() && 'name',
      send === 'mail' && !person.email.trim() && 'email',
      send === 'sms' && !person.mobile.trim() && 'mobile',
      roles.length === 0 && 'roles',
    ].filter((field) => field !== false)
    if (missing.length > 0) {
      setWrong(missing.map((field) => ({ field, key: 'fault.required' })))
      return setRefusals((count) => count + 1)
    }
    const result = await call.run(undefined)
    if (result?.status === 200) {
      setMade(result.value)
      await refresh(client, 'staff')
      return
    }
    const errors = fieldErrors(result)
    setWrong(errors)
    setRefusals((count) => count + 1)
    if (errors.length === 0) toastFailure(result)
  }
  const text = (name: keyof typeof nobody) => ({
    value: person[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setPerson({ ...person, [name]: event.target.value }),
  })
  return (
    <form ref={form} noValidate onSubmit={(event) => void make(event)} className="space-y-4">
      <p>{t('office.staff-add-text')}</p>
      <TextField label={t('office.staff-name')} {...text('name')} />
      <TextField label={t('office.staff-chinese-name')} optional lang="zh-Hans" {...text('chineseName')} />
      <TextField label={t('member.email')} optional={send !== 'mail'} type="email" {...text('email')} />
      <TextField label={t('member.mobile')} optional={send !== 'sms'} type="tel" {...text('mobile')} />
      <RoleBoxes value={roles} onChange={setRoles} error={wrong.roles} />
      <WayChoice value={send} onChange={setSend} error={wrong.send} />
      <RadioCards
        legend={t('office.staff-letters')}
        name="letters"
        columns={2}
        value={letters}
        onChange={setLetters}
        options={[
          { value: 'en', title: 'English' },
          { value: 'zh', title: <span lang="zh-Hans">中文</span> },
        ]}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" pending={call.pending}>
          {t('office.staff-add-do')}
        </Button>
      </div>
    </form>
  )
}

/** How the invitation goes. */
export function WayChoice(props: { value: Way; onChange: (way: Way) => void; error?: string }) {
  const t = useT()
  return (
    <RadioCards
      legend={t('office.staff-send')}
      name="send"
      value={props.value}
      error={props.error}
      onChange={(value) => props.onChange(ways.find((way) => way === value) ?? 'mail')}
      options={ways.map((way) => ({
        value: way,
        title: <span className="text-base">{t(`office.staff-send-${way}`)}</span>,
      }))}
    />
  )
}
