import { useEffect, useState } from 'react'
import { api, callUrl } from '../../../api/client.ts'

/** How often an open screen renews its claim, in milliseconds; a claim lasts two minutes. */
const renewEvery = 45_000

/** What can be claimed. */
export type Claimable = 'payment' | 'form-entry'

/**
 * Claims a payment or message for this desk while its screen is open, so that others see the user's name. `by` is the
 * name of a colleague with an earlier claim, which can be taken over.
 */
export function useClaim(
  what: Claimable,
  id: string,
  waits: boolean,
  shown: string,
): { by: string; takeOver: () => Promise<void> } {
  const [by, setBy] = useState(shown)
  useEffect(() => {
    if (!waits) return
    let left = false
    const renew = async () => {
      // A lost connection or ended session is reported elsewhere; the next renewal tries again.
      const result = await claim(what, id, {}).catch(() => undefined)
      if (!left && result?.status === 200) setBy(result.value.by ?? '')
    }
    const release = () =>
      void fetch(callUrl(`/api/admin/${what}/{id}/release`, { params: { id } }), {
        method: 'POST',
        keepalive: true,
      }).catch(() => undefined)
    void renew()
    const timer = setInterval(() => void renew(), renewEvery)
    window.addEventListener('pagehide', release)
    return () => {
      left = true
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [what, id, waits])
  const takeOver = async () => {
    const result = await claim(what, id, { take: true }).catch(() => undefined)
    if (result?.status === 200) setBy(result.value.by ?? '')
  }
  return { by: waits ? by : '', takeOver }
}

function claim(what: Claimable, id: string, body: { take?: boolean }) {
  return what === 'payment'
    ? api.post('/api/admin/payment/{id}/claim', { params: { id }, body })
    : api.post('/api/admin/form-entry/{id}/claim', { params: { id }, body })
}
