import { useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useKept } from '../../lib/kept.ts'
import { Notice } from '../../ui/notice.tsx'
import { CodeForm } from './code-form.tsx'
import { keptDraft, keptTyped } from './registration-draft.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useAfterLogin } from './use-after-login.ts'

/**
 * Registration on one page: the form, then the code. `policies` is the version of the policies that the user accepts.
 */
export function Registration(props: { policies: string }) {
  const t = useT()
  const afterLogin = useAfterLogin()
  const [draft, keep] = useKept(keptDraft)
  const [typed] = useKept(keptTyped)
  const [dead, setDead] = useState(false)
  const [returns, setReturns] = useState(0)
  // The effect runs when the form is shown again, before the next key event, so no typed key is lost.
  useEffect(() => {
    if (returns > 0) document.getElementById('mobile')?.focus()
  }, [returns])

  function backToForm() {
    keep(undefined)
    setReturns((count) => count + 1)
  }
  return (
    <>
      {dead && !draft && (
        <div className="mb-5">
          <Notice kind="warning" title={t('member.code-dead-title')} role="status">
            {t('member.code-dead-text')}
          </Notice>
        </div>
      )}
      {/* The fields are uncontrolled: a new key creates them again with the restored values, before the user can type. */}
      <RegistrationForm
        key={typed ? 'restored' : 'fresh'}
        typed={typed}
        policies={props.policies}
        hidden={draft !== undefined}
        onSent={(typed, sent) => {
          keep({ typed, sent })
          setDead(false)
        }}
      />
      {draft && (
        <CodeForm
          level={2}
          text={t(draft.sent.channel === 'mail' ? 'member.code-by-mail' : 'member.code-by-sms', {
            to: draft.sent.channel === 'mail' ? draft.typed.email : draft.typed.mobile.replaceAll(' ', '\u00a0'),
          })}
          button={t('member.code-button')}
          back={t('member.code-back')}
          sent={draft.sent}
          byMail={draft.sent.mailOffered === true && draft.sent.channel !== 'mail'}
          resentText={draft.typed.email === '' ? t('member.code-add-email') : undefined}
          onSent={(sent) => keep({ ...draft, sent })}
          onBack={backToForm}
          onDead={() => {
            setDead(true)
            backToForm()
          }}
          onVerified={async () => {
            keptDraft.write(undefined)
            keptTyped.write(undefined)
            await afterLogin()
          }}
        />
      )}
    </>
  )
}
