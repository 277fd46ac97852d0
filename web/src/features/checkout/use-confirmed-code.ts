import { useCallback, useEffect, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { usePage } from '../../site/router/payload.tsx'
import { toast } from '../../ui/toast-store.ts'

/** How often an open page asks whether the code was paid, in milliseconds. */
const askEvery = 2000

/** The order is paid without the provider if it has made no code within this time, in milliseconds. */
const makeWithin = 3000

type Shown = NonNullable<Value<'/api/payment/pay-now/code', 'post'>['shown']>

/** `none`: there is no code of the provider; the order is paid as without one. `over`: its code can no longer be paid. */
export type ConfirmedCode = { is: 'asking' | 'none'; code?: undefined } | { is: 'shown' | 'over'; code: Shown }

/**
 * The payment provider's code for an unpaid order. While the page is visible and the code is valid, it asks whether it
 * was paid; then it reloads the order. `again` asks for a new code.
 */
export function useConfirmedCode(invoiceId: string): { state: ConfirmedCode; again: () => void } {
  const [state, setState] = useState<ConfirmedCode>({ is: 'asking' })
  const [round, setRound] = useState(0)
  const { reload } = usePage()
  const latest = useLatest(reload)

  useEffect(() => {
    let gone = false
    const ask = async () => {
      const result = await api
        .post('/api/payment/pay-now/code', { body: { invoiceId }, signal: AbortSignal.timeout(makeWithin) })
        .catch(() => null)
      if (gone) return
      if (result?.status !== 200) return setState({ is: 'none' })
      const { shown, status } = result.value
      if (status !== 'awaiting-payment') await latest.current().catch(() => {}) // paid or ended in another tab
      if (!gone) setState(shown ? { is: 'shown', code: shown } : { is: 'none' })
    }
    void ask()
    return () => {
      gone = true
    }
  }, [invoiceId, round, latest])

  const code = state.is === 'shown' ? state.code : undefined
  const [look] = useState(() => lookOnce())
  const check = useCallback(async () => {
    if (!code) return
    const found = await look(code.id)
    if (!found) return
    if (found.status === 'paid') {
      toast({ text: 'invoice.status-paid-title', type: 'success', duration: 8000 })
      await latest.current().catch(() => {})
      return
    }
    // Paid, and yet not the order: another amount came, and the order's page says so.
    if (found.status !== 'awaiting-payment' || found.state === 'paid') await latest.current().catch(() => {})
    if (found.status === 'awaiting-payment' && found.state !== 'open') setState({ is: 'over', code })
  }, [code, look, latest])
  useOnReturn(() => void check())
  useEffect(() => {
    if (!code) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void check()
    }, askEvery)
    return () => clearInterval(timer)
  }, [code, check])

  const again = () => {
    setState({ is: 'asking' })
    setRound((count) => count + 1)
  }
  return { state, again }
}

/** Asks for the state of a code, one question at a time; null without an answer. */
function lookOnce() {
  let busy = false
  return async (id: string) => {
    if (busy) return null
    busy = true
    try {
      const result = await api.get('/api/payment/pay-now/code/{id}', { params: { id } })
      return result.status === 200 ? result.value : null
    } catch {
      return null // the next question may be answered
    } finally {
      busy = false
    }
  }
}
