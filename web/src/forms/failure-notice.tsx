import { useSyncExternalStore } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { cartChanged, failureSolved, failureStore, type FailurePlace } from './failure-store.ts'
import { say } from './refusal.ts'
import { TemplePhone } from '../site/router/temple-phone.tsx'

const none = () => null

/**
 * The last error of this page, until it is resolved. With `changed`, the cart itself lists what to check, so the notice
 * cannot be dismissed.
 */
export function FailureNotice({ place = 'cart', changed = false }: { place?: FailurePlace; changed?: boolean }) {
  const t = useT()
  const locale = useLocale()
  const failure = useSyncExternalStore(failureStore.subscribe, failureStore.current, none)
  const here =
    failure?.place === place && !(changed && 'key' in failure && failure.key === cartChanged) ? failure : null
  const why = here && say(here, t, locale)
  return (
    <>
      {why && <ErrorNotice words={why} onClose={failureSolved} />}
      {changed && (
        <Notice kind="warning" title={t(cartChanged)}>
          <TemplePhone />
        </Notice>
      )}
    </>
  )
}
