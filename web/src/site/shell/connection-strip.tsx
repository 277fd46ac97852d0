import { useSyncExternalStore } from 'react'
import { connection } from '../../api/connection.ts'
import { useT } from '../../i18n/context.tsx'

const words = { slow: 'message.slow', unsure: 'message.unsure', offline: 'message.offline' } as const

/** Shows below the header that the connection is slow or lost. */
export function ConnectionStrip() {
  const t = useT()
  const state = useSyncExternalStore(connection.subscribe, connection.current, () => 'fine' as const)
  return (
    <p role="status" className="absolute inset-x-0 top-full bg-gold-3 text-center text-sm font-semibold text-lacquer">
      {state !== 'fine' && <span className="wrap block py-1.5">{t(words[state])}</span>}
    </p>
  )
}
