import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { InvitationGiven } from './invitation-given.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { ways, type Invitation, type Way } from './staff-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Person = { name: string; chineseName: string; email: string; mobile: string }
type Typed = Person & { roles: string[]; letters: string; send: Way }

const nobody: Typed = { name: '', chineseName: '', email: '', mobile: '', roles: [], letters: '', send: 'mail' }

/** Creates an office account. Its owner sets the password. */
export function NewStaff({ onClose }: { onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const [made, setMade] = useState<Invitation>()
  const initial: Typed = { ...nobody, letters: locale }
  const form = useOfficeForm(
    {
      initial: initial,
      check: (typed) =>
        [
          !typed.name.trim() && 'name',
          typed.send === 'mail' && !typed.email.trim() && 'email',
          typed.send === 'sms' && !typed.mobile.trim() && 'mobile',
          typed.roles.length === 0 && 'roles',
        ]
          .filter((id) => id !== false)
          .map((id) => ({ id, key: 'fault.required' })),
      send: ({ letters, ...typed }, keyFor) => {
        const body = { ...typed, locale: letters === 'zh' ? ('zh' as const) : ('en' as const) }
        return api.post('/api/admin/staff', { body, idempotencyKey: keyFor(body) })
      },
      done: (invitation) => {
        setMade(invitation)
      },
      // No summary: the form is longer than its dialog, so the first error is scrolled into view instead.
    },
    'staff',
  )
  const { send, roles, letters, name } = form.values
  if (made) return <InvitationGiven name={name} invitation={made} onClose={onClose} />

  const text = (field: keyof Person) => ({ ...form.text(field), autoComplete: 'off' })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('staff.add-text')}</p>
      <TextField label={t('office.field.name')} {...text('name')} />
      <TextField label={t('office.field.chinese-name')} optional lang="zh-Hans" {...text('chineseName')} />
      <TextField label={t('member.email')} optional={send !== 'mail'} type="email" {...text('email')} />
      <TextField label={t('common.field.mobile')} optional={send !== 'sms'} type="tel" {...text('mobile')} />
      <RoleBoxes value={roles} onChange={(next) => form.set({ roles: next })} error={form.errorOf('roles')} />
      <WayChoice value={send} onChange={(way) => form.set({ send: way })} error={form.errorOf('send')} />
      <RadioCards
        legend={t('office.field.notice-language')}
        name="letters"
        columns={2}
        value={letters}
        onChange={(next) => form.set({ letters: next })}
        options={[
          { value: 'en', title: 'English' },
          { value: 'zh', title: <span lang="zh-Hans">中文</span> },
        ]}
      />
      <DialogButtons label={t('staff.add-do')} act={form} onClose={onClose} className="pt-1" />
    </form>
  )
}

/** How the invitation is sent. */
export function WayChoice(props: { value: Way; onChange: (way: Way) => void; error?: string }) {
  const t = useT()
  return (
    <RadioCards
      legend={t('staff.send')}
      name="send"
      value={props.value}
      error={props.error}
      onChange={(value) => props.onChange(ways.find((way) => way === value) ?? 'mail')}
      options={ways.map((way) => ({
        value: way,
        title: <span className="text-base">{t(`staff.send-${way}`)}</span>,
      }))}
    />
  )
}
