import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useKept } from '../../lib/kept.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CodeForm } from './code-form.tsx'
import { keptEntry } from './entry-draft.ts'
import { NameForm } from './name-form.tsx'
import { NumberForm } from './number-form.tsx'
import { useAfterLogin } from './use-after-login.ts'

/**
 * Login and registration by mobile number: number, code and, for a new number, a name. `others` are the other ways to
 * log in, shown until a code was sent.
 */
export function Entry({ policies, others }: { policies: string; others: ReactNode }) {
  const t = useT()
  const afterLogin = useAfterLogin()
  const [draft, keep] = useKept(keptEntry)
  const [dead, setDead] = useState(false)

  async function enter() {
    keptEntry.write(undefined)
    await afterLogin()
  }
  if (draft?.step === 'name')
    return (
      <Panel as="div" size="l">
        <NameForm
          policies={policies}
          typed={draft}
          onTyped={(typed) => keptEntry.write({ ...draft, ...typed })}
          onDead={() => {
            setDead(true)
            keep(undefined)
          }}
          onDone={enter}
        />
      </Panel>
    )
  if (draft)
    return (
      <Panel as="div" size="l">
        <CodeForm
          level={2}
          text={t('member.code-by-sms', { to: draft.mobile.replaceAll(' ', '\u00a0') })}
          button={t('common.continue')}
          back={t('member.entry-back')}
          sent={draft.sent}
          onSent={(sent) => keep({ ...draft, sent })}
          onBack={() => keep(undefined)}
          onVerified={async (answer) => (answer.nameNeeded ? keep({ ...draft, step: 'name' }) : enter())}
        />
      </Panel>
    )
  return (
    <>
      {dead && (
        <Notice kind="warning" role="status" title={t('member.code-dead-title')}>
          {t('member.entry-dead')}
        </Notice>
      )}
      <Panel as="div" size="l">
        <h2 className="mb-1 text-2xl">{t('member.entry-title')}</h2>
        <p className="mb-5">{t('member.entry-text')}</p>
        <NumberForm
          onSent={(mobile, sent) => {
            setDead(false)
            keep({ step: 'code', mobile, sent })
          }}
        />
      </Panel>
      {others}
    </>
  )
}
