import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Gate } from './access.tsx'
import { valueOf } from './kit/session-gate.ts'
import { useRoleWords } from './kit/use-role-words.ts'

/** Where an invitation leads. Its ticket stands behind the #, and leaves the address before anything is asked for. */
export const invitationPath = '/admin/invitation'

let ticket = ''

/** Takes the ticket out of the address and keeps it in memory. */
export function takeTicket(): void {
  if (location.pathname !== invitationPath || !location.hash) return
  ticket = location.hash.slice(1)
  history.replaceState(null, '', invitationPath)
}

/** Somebody new chooses a password, and goes on to set up the second step. */
export function InvitationPage({ onLocale }: { onLocale: (locale: Locale) => void }) {
  const t = useT()
  const words = useRoleWords()
  const who = useQuery({
    queryKey: ['invitation'],
    queryFn: () => valueOf(() => api.post('/api/auth/invitation', { body: { ticket } })),
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
  const { name, roles } = who.data
  return (
    <Gate
      onLocale={onLocale}
      title={t('office.invitation', { name })}
      text={t('office.invitation-text', { roles: words(roles) })}
    >
      <Choose />
    </Gate>
  )
}

function Choose() {
  const t = useT()
  const locale = useLocale()
  const [next, setNext] = useState<string>()
  const form = useDraftForm(
    { password: '' },
    {
      send: ({ password }) => api.post('/api/auth/invitation', { body: { ticket, password } }),
      control: (field) => field && 'password',
      done: ({ factorNeeded }) => {
        ticket = ''
        setNext(factorNeeded ? `${locale === 'zh' ? '/zh' : ''}/member/second-factor` : '/admin')
      },
      summary: false,
    },
  )
  if (next)
    return (
      <div className="w-full space-y-4">
        <p role="status">{t('office.invitation-in-text')}</p>
        <a href={next} className={buttonClass('primary')}>
          {t(next === '/admin' ? 'office.invitation-go' : 'office.factor-button')}
        </a>
      </div>
    )
  return (
    <form noValidate onSubmit={form.onSubmit} className="w-full space-y-5 text-left">
      <TextField
        label={t('office.invitation-password')}
        type="password"
        autoComplete="new-password"
        {...form.text('password')}
      />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t('office.invitation-do')}
      </Button>
    </form>
  )
}
