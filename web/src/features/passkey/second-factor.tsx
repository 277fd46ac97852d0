import { useEffect, useRef, useState } from 'react'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useBrowser } from '../../lib/use-browser.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { AppCodes } from './app-codes.tsx'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { passkeysWork } from './webauthn.ts'

export type Factor = components['schemas']['FactorState']

/** The second factors of a staff account. `onChanged` loads them again. */
export function SecondFactor({ factor, onChanged }: { factor: Factor; onChanged: () => Promise<void> }) {
  const t = useT()
  const session = useSession()
  const [codes, setCodes] = useState<readonly string[]>()
  const works = useBrowser(passkeysWork, false)
  const done = useRef<HTMLHeadingElement>(null)
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (kept) done.current?.focus()
  }, [kept])

  async function changed(fresh: readonly string[] | undefined) {
    if (fresh?.length) setCodes(fresh)
    await session.refresh() // the first factor gives access to the office
    await onChanged()
  }
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(undefined)
          setKept(true)
        }}
      />
    )
  }
  const any = factor.totp || factor.passkeys > 0
  return (
    <div className="space-y-6">
      {any ? (
        <Panel size="l" aria-labelledby="done-heading">
          <h2 id="done-heading" ref={done} tabIndex={-1} className="text-2xl outline-none">
            {t('factor.done-title')}
          </h2>
          <a href="/admin" data-reload className={buttonClass('primary', 'mt-4')}>
            {t('factor.to-office')}
          </a>
        </Panel>
      ) : (
        <div>
          <h2 className="text-2xl">{t('factor.needed-title')}</h2>
          <p className="mt-1 text-lg">{t('factor.needed-text')}</p>
        </div>
      )}
      <TitledPanel id="app" title={t('factor.app-title')} text={t('factor.app-text')}>
        <AppCodes on={factor.totp} onChanged={changed} />
      </TitledPanel>
      {(works || factor.passkeys > 0) && (
        <TitledPanel id="key" title={t('factor.passkey-title')} text={t('factor.passkey-text')}>
          {factor.passkeys > 0 && (
            <p className="mb-4 font-semibold">
              {t('factor.passkeys', { count: factor.passkeys })}{' '}
              <Link to="member-profile-security" className="link">
                {t('factor.manage')}
              </Link>
            </p>
          )}
          {works && <AddPasskey primary={!any} onAdded={(added) => void changed(added.recoveryCodes)} />}
        </TitledPanel>
      )}
      {any && (
        <TitledPanel
          id="recovery"
          title={t('factor.left-title')}
          text={t('factor.left', { count: factor.recoveryCodes })}
        >
          <RenewCodes onRenewed={changed} />
        </TitledPanel>
      )}
    </div>
  )
}
