import { useEffect, useState } from 'react'
import { api, callUrl } from '../../api/client.ts'

/** How often an open screen says so; a claim lasts two minutes. */
const renewEvery = 45_000

/**
 * Has a payment that waits open at this desk for as long as its screen is: others see the name and pass it over. `by`
 * is the name of somebody who came first; nobody is kept from deciding for good, it can be taken over.
 */
export function useClaim(id: string, waits: boolean, shown: string): { by: string; takeOver: () => Promise<void> } {
  const [by, setBy] = useState(shown)
  useEffect(() => {
    if (!waits) return
    let left = false
    const renew = async () => {
      // A lost connection or an ended session shows elsewhere; the claim is asked for again.
      const result = await api
        .post('/api/admin/payment/{id}/claim', { params: { id }, body: {} })
        .catch(() => undefined)
      if (!left && result?.status === 200) setBy(result.value.by ?? '')
    }
    const release = () =>
      void fetch(callUrl('/api/admin/payment/{id}/release', { params: { id } }), {
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
  }, [id, waits])
  const takeOver = async () => {
    const result = await api
      .post('/api/admin/payment/{id}/claim', { params: { id }, body: { take: true } })
      .catch(() => undefined)
    if (result?.status === 200) setBy(result.value.by ?? '')
  }
  return { by: waits ? by : '', takeOver }
}
