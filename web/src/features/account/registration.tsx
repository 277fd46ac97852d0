import { useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CodeForm } from './code-form.tsx'
import { readDraft, readTyped, writeDraft, writeTyped, type Draft, type Typed } from './registration-draft.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useAfterLogin } from './use-after-login.ts'

/** Registration on one page: the form, then the code. `policies` is the version of the policies that are accepted. */
export function Registration(props: { policies: string }) {
  const t = useT()
  const afterLogin = useAfterLogin()
  const [draft, setDraft] = useState<Draft>()
  const [step, setStep] = useState<'form' | 'code'>('form')
  const [restored, setRestored] = useState(false)
  const [typed, setTyped] = useState<Typed>()
  const [dead, setDead] = useState(false)
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const kept = readDraft(Date.now())
    const before = kept?.typed ?? readTyped()
    if (!before) return
    // oxlint-disable-next-line react/set-state-in-effect -- what was kept is read once the page is drawn as the server drew it
    setTyped(before)
    setRestored(true)
    if (!kept) return
    setDraft(kept)
    setStep('code')
  }, [])
  // An effect runs when the form is shown again, and before another key is read: nothing typed goes astray.
  useEffect(() => {
    if (returns > 0) document.getElementById('mobile')?.focus()
  }, [returns])

  function keep(next: Draft) {
    setDraft(next)
    writeDraft(next)
  }
  function backToForm() {
    writeDraft(undefined)
    setStep('form')
    setReturns((count) => count + 1)
  }
  return (
    <>
      {dead && step === 'form' && (
        <div className="mb-5">
          <Notice kind="warning" title={t('member.code-dead-title')} role="status">
            {t('member.code-dead-text')}
          </Notice>
        </div>
      )}
      {/* Restored values reach the browser's own fields by making the form anew, before anything is typed in it. */}
      <RegistrationForm
        key={restored ? 'restored' : 'fresh'}
        typed={draft?.typed ?? typed}
        policies={props.policies}
        hidden={step === 'code'}
        onSent={(typed, sent) => {
          keep({ typed, sent })
          setDead(false)
          setStep('code')
        }}
      />
      {step === 'code' && draft && (
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
            writeDraft(undefined)
            writeTyped(undefined)
            await afterLogin()
          }}
        />
      )}
    </>
  )
}
