import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { AskingForm } from '../../forms/asking-form.tsx'
import { formText } from '../../forms/form-text.ts'
import { MobileField } from '../../forms/mobile-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { PasswordField } from './password-field.tsx'
import { codeSent, type CodeSent } from './registration-draft.ts'

type Props = { mobile: string; verified: boolean; onChanged: () => Promise<void> }
type Asked = { mobile: string; sent: CodeSent }

/** Shows the account's mobile number and changes it: new number and password, then the code that is sent to it. */
export function ChangeMobile({ mobile, verified, onChanged }: Props) {
  const t = useT()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useTold()
  const form = useForm({
    read: (fields) => ({ mobile: formText(fields, 'mobile'), password: formText(fields, 'password') }),
    send: (body) => {
      setTyped(body.mobile)
      return api.post('/api/member/update/mobile', { body })
    },
    control: (field) => field && `new-mobile-${field}`,
    done: (answer, { mobile: to }) => setAsked({ mobile: to, sent: codeSent(answer) }),
  })
  const closedBefore = useRef(true)
  // When the form closes, the focus returns to the button that opened it.
  useEffect(() => {
    if (!open && !closedBefore.current) opener.current?.focus()
    closedBefore.current = !open
  }, [open])

  return (
    <div className="space-y-4">
      <p className="text-lg font-semibold">
        {mobile ? phone(mobile) : <span className="font-normal text-ink-2">{t('member.none')}</span>}
        {mobile && !verified && (
          <span className="ml-3 inline-block rounded-full bg-gold-1 px-3 text-sm text-gold-7">
            {t('member.unconfirmed')}
          </span>
        )}
      </p>
      <p role="status" className={said ? 'font-semibold text-jade' : 'sr-only'}>
        {said}
      </p>
      <Button ref={opener} icon="phone" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(verified || !mobile ? 'profile.mobile-change' : 'profile.mobile-confirm')}
      </Button>
      {open && asked && (
        <CodeForm
          level={3}
          text={t('member.code-by-sms', { to: asked.mobile })}
          button={t('profile.mobile-code-button')}
          back={t('profile.mobile-back')}
          sent={asked.sent}
          onSent={(sent) => setAsked({ ...asked, sent })}
          onBack={() => setAsked(undefined)}
          onVerified={async () => {
            await onChanged()
            setSaid({ key: 'profile.mobile-done' })
            setAsked(undefined)
            setTyped('')
            setOpen(false)
          }}
        />
      )}
      {open && !asked && (
        <AskingForm form={form} button={t('common.send-code')}>
          <MobileField
            id="new-mobile-mobile"
            name="mobile"
            label={t('common.field.mobile')}
            hint={t('member.mobile-hint')}
            defaultValue={typed || (verified ? undefined : mobile)}
            error={form.errorOf('new-mobile-mobile')}
          />
          <PasswordField
            id="new-mobile-password"
            name="password"
            label={t('profile.password-again')}
            hint={t('profile.password-why')}
            autoComplete="current-password"
            error={form.errorOf('new-mobile-password')}
          />
        </AskingForm>
      )}
    </div>
  )
}
