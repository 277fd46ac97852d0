import type { PageData } from '../../site/router/payload.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { toastUnexpected } from '../../forms/use-act.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'

/** What the link of an e-mail is for, and the address concerned. */
export type AddressTicketData = PageData['member-reset-email']

/** The page behind a link about an e-mail address. Opening it changes nothing; its button does. */
export function AddressTicket({ purpose, email = '', other = false }: AddressTicketData) {
  const t = useT()
  const { search, reload } = usePage()
  const session = useSession()
  // The ticket is read once; after its use the URL has none.
  const [ticket] = useState(() => new URLSearchParams(search).get('ticket') ?? '')
  const [done, setDone] = useState<string>()
  const asks = purpose === 'new-address'

  const form = useForm({
    read: (typed) => (asks ? { ticket, email: formText(typed, 'email').trim() } : { ticket }),
    send: (body) => api.post('/api/auth/reset-email', { body }),
    refused: (result) => {
      // An expired ticket leads to where a new one is requested.
      if (result.status !== 400 || result.body.code !== 'ticket-invalid') return undefined
      void reload().catch(console.error)
      return []
    },
    done: async (_, body) => {
      await session.refresh()
      setDone(body.email ?? email)
    },
  })

  if (done !== undefined)
    return (
      <Done title={t(`member.${purpose}-done`, { email: done })} text={t(`member.${purpose}-done-text`)}>
        {purpose === 'undo-address' ? (
          <Link to="member-forgot-password" className={buttonClass('primary')}>
            {t('common.reset-password')}
          </Link>
        ) : (
          <Link to={session.status === 'member' ? 'member-profile' : 'home'} className={buttonClass()}>
            {t(session.status === 'member' ? 'common.account' : 'common.home')}
          </Link>
        )}
      </Done>
    )
  if (other) return <OtherAccount />
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
      <ErrorSummary {...form.summary} />
      <p className="text-lg">{t(`member.${purpose}-text`)}</p>
      {asks ? (
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t('member.new-email')}
          error={form.errorOf('email')}
        />
      ) : (
        <p className="break-words text-xl font-bold">{email}</p>
      )}
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t(`member.${purpose}-button`)}
      </Button>
    </form>
  )
}

/** Refuses a link while a different account is logged in, because the user would not see which account changes. */
function OtherAccount() {
  const t = useT()
  const { reload } = usePage()
  const session = useSession()
  const [pending, setPending] = useState(false)
  async function leave() {
    setPending(true)
    if (await session.logout()) await reload().catch(console.error)
    else toastUnexpected()
    setPending(false)
  }
  return (
    <Notice kind="warning" title={t('member.other-account-title')}>
      <p>{t('member.other-account-text')}</p>
      <Button icon="out" className="mt-3" pending={pending} onClick={() => void leave()}>
        {t('member.other-account-button')}
      </Button>
    </Notice>
  )
}

function Done(props: { title: string; text: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="space-y-5 outline-none">
      <Notice kind="success" title={props.title} role="status">
        {props.text}
      </Notice>
      {props.children}
    </div>
  )
}
