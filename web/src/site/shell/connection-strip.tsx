import { useSyncExternalStore } from 'react'
import { connection } from '../../api/connection.ts'
import { useT } from '../../i18n/context.tsx'

const words = { slow: 'message.slow', unsure: 'message.unsure', offline: 'message.offline' } as const

/** Says under the header that the way to the temple is slow or closed, for as long as it is. */
export function ConnectionStrip() {
  const t = useT()
  const state = useSyncExternalStore(connection.subscribe, connection.current, () => 'fine' as const)
  return (
    <p role="status" className="absolute inset-x-0 top-full bg-gold-3 text-center text-sm font-semibold text-lacquer">
      {state !== 'fine' && <span className="wrap block py-1.5">{t(words[state])}</span>}
    </p>
  )
}
