import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { useTold } from '../../forms/use-told.ts'
import { useBrowser } from '../../lib/use-browser.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { httpsMissing, passkeysWork } from './webauthn.ts'

type Passkey = components['schemas']['AccountPasskey']

/** The account's passkeys. Renders nothing if none exists and none can be added. */
export function PasskeySection() {
  const t = useT()
  const [list, setList] = useState<readonly Passkey[]>()
  const works = useBrowser(() => (passkeysWork() ? 'yes' : httpsMissing() ? 'needs-https' : 'no'), undefined)
  const [said, setSaid] = useTold()
  useEffect(() => {
    let left = false
    async function look() {
      const result = await api.get('/api/member/passkey')
      if (!left && result.status === 200) setList(result.value.passkeys)
    }
    look().catch((error: unknown) => console.error(error))
    return () => {
      left = true
    }
  }, [])

  if (!list || !works || (works === 'no' && list.length === 0)) return null
  return (
    <Panel size="l" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" className="text-2xl">
        {t('passkey.section-title')}
      </h2>
      <p className="mt-1 text-ink-2">{t('passkey.section-text')}</p>
      {list.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {list.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onChanged={(changed, removed) => {
                setList(changed)
                setSaid(removed ? { key: 'passkey.removed', vars: { name: removed } } : undefined)
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className={said ? 'mt-2 font-semibold text-jade' : 'sr-only'}>
        {said}
      </p>
      <div className="mt-4">
        {works === 'yes' && <AddPasskey onAdded={(added) => setList(added.passkeys)} />}
        {works === 'needs-https' && <Notice>{t('passkey.needs-https')}</Notice>}
      </div>
    </Panel>
  )
}
