import type { PageData } from '../../site/router/payload.tsx'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { toastFailure, toastUnexpected, useApi } from '../../forms/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formText } from './form-text.ts'

/** What the link of a mail may do, and with which address. */
export type AddressTicketData = PageData['member-reset-email']

/** What a link about an e-mail address is for. Opening it does nothing; the button does. */
export function AddressTicket({ purpose, email = '', other = false }: AddressTicketData) {
  const t = useT()
  const { search, reload } = usePage()
  const session = useSession()
  // The page hears of the ticket once; after it is used the address has none.
  const [ticket] = useState(() => new URLSearchParams(search).get('ticket') ?? '')
  const [done, setDone] = useState<string>()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((body: { ticket: string; email?: string }) => api.post('/api/auth/reset-email', { body }))
  const asks = purpose === 'new-address'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const typed = formText(new FormData(event.currentTarget), 'email').trim()
    setSubmits((count) => count + 1)
    setErrors([])
    const result = await call.run(asks ? { ticket, email: typed } : { ticket })
    if (!result) return
    if (result.status === 200) {
      await session.refresh()
      return setDone(asks ? typed : email)
    }
    if (result.status !== 400) return toastFailure(result)
    // A dead ticket leads to where a new one is asked for.
    if (result.body.code === 'ticket-invalid') return reload().catch(console.error)
    const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: field }))
    setErrors(refused.length > 0 ? refused : [result.body])
  }

  if (done !== undefined)
    return (
      <Done title={t(`member.${purpose}-done`, { email: done })} text={t(`member.${purpose}-done-text`)}>
        {purpose === 'undo-address' ? (
          <Link to="member-forgot-password" className={buttonClass('primary')}>
            {t('common.reset-password')}
          </Link>
        ) : (
          <Link to={session.status === 'member' ? 'member-profile' : 'home'} className={buttonClass()}>
            {t(session.status === 'member' ? 'member.title' : 'common.home')}
          </Link>
        )}
      </Done>
    )
  if (other) return <OtherAccount />
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} focusKey={submits} />
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
          error={errors.find(({ id }) => id === 'email')?.text}
        />
      ) : (
        <p className="break-words text-xl font-bold">{email}</p>
      )}
      <Button type="submit" kind="primary" wide pending={call.pending}>
        {t(`member.${purpose}-button`)}
      </Button>
    </form>
  )
}

/** Whoever is logged in to another account would not see which of the two is changed. */
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
