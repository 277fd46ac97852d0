import { useEffect, useState } from 'react'
import { api, callUrl } from '../../../api/client.ts'

/** How often an open screen says so; a claim lasts two minutes. */
const renewEvery = 45_000

/** What can be open at a desk. */
export type Claimable = 'payment' | 'form-entry'

/**
 * Has a payment or a message that waits open at this desk for as long as its screen is: others see the name. `by` is the
 * name of somebody who came first; nobody is kept from acting for good, it can be taken over.
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
      // A lost connection or an ended session shows elsewhere; the claim is asked for again.
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
