import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { declineOffer, offerDeclined } from './this-device.ts'
import { deviceLocks } from './webauthn.ts'

/**
 * Offers users without a passkey to create one, on a device that can verify its owner. "Not now" is remembered on the
 * device.
 */
export function PasskeyOffer() {
  const t = useT()
  const [state, setState] = useState<'hidden' | 'offered' | 'done'>('hidden')
  useEffect(() => {
    let left = false
    async function look() {
      if (offerDeclined() || !(await deviceLocks())) return
      const result = await api.get('/api/member/passkey')
      if (!left && result.status === 200 && result.value.passkeys.length === 0) setState('offered')
    }
    look().catch((error: unknown) => console.error(error))
    return () => {
      left = true
    }
  }, [])
  if (state === 'hidden') return null
  return (
    <Panel size="l" aria-labelledby="offer-heading" className="mb-6 border-2 border-gold">
      <h2 id="offer-heading" className="text-2xl">
        {t('passkey.offer-title')}
      </h2>
      <p className="mb-4 mt-1 text-lg">{t('passkey.offer-text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <AddPasskey
          primary
          once
          onAdded={() => {
            declineOffer()
            setState('done')
          }}
        />
        {state === 'offered' && (
          <Button
            kind="quiet"
            onClick={() => {
              declineOffer()
              setState('hidden')
            }}
          >
            {t('passkey.offer-later')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
