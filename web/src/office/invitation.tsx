import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { mayRetry } from '../api/result.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { useForm } from '../forms/use-form.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Gate } from './access.tsx'
import { guarded } from './kit/session/session-gate.ts'
import { useRoleWords } from './kit/session/use-role-words.ts'

/** The path of invitation links. The ticket is in the fragment, and is removed before the first request. */
export const invitationPath = '/admin/invitation'

let ticket = ''

/** Removes the ticket from the URL and keeps it in memory. */
export function takeTicket(): void {
  if (location.pathname !== invitationPath || !location.hash) return
  ticket = location.hash.slice(1)
  history.replaceState(null, '', invitationPath)
}

/** A new colleague sets a password, then continues to the second factor. */
export function InvitationPage({ onLocale }: { onLocale: (locale: Locale) => void }) {
  const t = useT()
  const words = useRoleWords()
  const who = useQuery({
    queryKey: ['invitation'],
    queryFn: async () => {
      const result = await guarded(() => api.post('/api/auth/invitation', { body: { ticket } }))
      if (mayRetry(result)) throw new Error('the invitation was not looked at')
      return result.status === 200 ? result.value : null
    },
    retry: 3, // only an answer says that it is no longer valid
    staleTime: Infinity,
  })
  if (who.isPending)
    return (
      <main className="wrap py-16">
        <Skeleton lines={4} card />
      </main>
    )
  if (!who.data)
    return <Gate onLocale={onLocale} title={t('office.invitation-dead')} text={t('office.invitation-dead-text')} />
  const { name, roles, first } = who.data
  return (
    <Gate
      onLocale={onLocale}
      title={first ? t('office.first') : t('office.invitation', { name })}
      text={first ? t('office.first-text') : t('office.invitation-text', { roles: words(roles) })}
    >
      <Choose first={first} />
    </Gate>
  )
}

/** Asks for the password; the first account also needs name and e-mail address. */
function Choose({ first }: { first: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [next, setNext] = useState<string>()
  const asked: ('name' | 'email' | 'password')[] = first ? ['name', 'email', 'password'] : ['password']
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    check: (typed) => asked.filter((id) => !typed[id].trim()).map((id) => ({ id, key: 'fault.required' })),
    send: ({ name, email, password }) =>
      api.post('/api/auth/invitation', { body: first ? { ticket, name, email, password } : { ticket, password } }),
    control: (field) => asked.find((name) => name === field) ?? (field && 'password'),
    done: ({ factorNeeded }) => {
      ticket = ''
      setNext(factorNeeded ? `${locale === 'zh' ? '/zh' : ''}/member/second-factor` : '/admin')
    },
    summary: false,
  })
  if (next)
    return (
      <div className="w-full space-y-4">
        <p role="status">{t(first ? 'office.first-in-text' : 'office.invitation-in-text')}</p>
        <a href={next} className={buttonClass('primary')}>
          {t(next === '/admin' ? 'office.invitation-go' : 'office.factor-button')}
        </a>
      </div>
    )
  return (
    <form noValidate onSubmit={form.onSubmit} className="w-full space-y-5 text-left">
      {first && (
        <>
          <TextField label={t('office.field.name')} autoComplete="name" {...form.text('name')} />
          <TextField label={t('member.email')} type="email" autoComplete="username" {...form.text('email')} />
        </>
      )}
      <TextField
        label={t('office.field.password')}
        hint={first ? t('office.first-password') : undefined}
        type="password"
        autoComplete="new-password"
        {...form.text('password')}
      />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t(first ? 'office.first-do' : 'office.invitation-do')}
      </Button>
    </form>
  )
}
