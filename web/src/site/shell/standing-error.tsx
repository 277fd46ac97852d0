import { useEffect, useSyncExternalStore } from 'react'
import { useT } from '../../i18n/context.tsx'
import type { MessageKey } from '../../i18n/messages.ts'
import { ErrorNotice } from '../../forms/error-notice.tsx'
import { forgetError, toastStore } from '../../ui/toast-store.ts'

/** Keeps the last error on its page after its toast has gone, until closed or another page is shown. */
export function StandingError({ count }: { count: number }) {
  const t = useT()
  const error = useSyncExternalStore(toastStore.subscribe, toastStore.error, () => undefined)
  useEffect(() => () => forgetError(), [count])
  if (!error) return null
  const words = error.plain ? error.text : t(error.text as MessageKey, error.params)
  return (
    <aside aria-label={words} className="wrap no-print pt-4">
      <ErrorNotice words={words} onClose={forgetError} />
    </aside>
  )
}
