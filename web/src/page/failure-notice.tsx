import { useSyncExternalStore } from 'react'
import { useT } from '../i18n/context.tsx'
import { Notice } from '../ui/notice.tsx'
import { cartChanged, failureSolved, failureStore, type FailurePlace } from './failure-store.ts'
import { TemplePhone } from './temple-phone.tsx'

const none = () => null

/**
 * What went wrong here last, until it is dealt with. With `changed` the cart itself shows what is to be looked at, so
 * that cannot be put away.
 */
export function FailureNotice({ place = 'cart', changed = false }: { place?: FailurePlace; changed?: boolean }) {
  const t = useT()
  const failure = useSyncExternalStore(failureStore.subscribe, failureStore.current, none)
  const here = failure?.place === place && !(changed && failure.text === cartChanged) ? failure : null
  return (
    <>
      {here && (
        <Notice kind="error" title={t(here.text, here.params)}>
          <p className="flex flex-wrap items-center gap-x-6">
            <TemplePhone />
            <button type="button" className="link min-h-11" onClick={failureSolved}>
              {t('common.close')}
            </button>
          </p>
        </Notice>
      )}
      {changed && (
        <Notice kind="warning" title={t(cartChanged)}>
          <TemplePhone />
        </Notice>
      )}
    </>
  )
}
