import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { useSession } from '../../site/session/session.tsx'
import { toastUnexpected } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** The logout button. */
export function Logout() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const session = useSession()
  const [pending, setPending] = useState(false)
  async function leave() {
    setPending(true)
    const done = await session.logout()
    setPending(false)
    if (!done) return toastUnexpected()
    toast({ text: 'message.logged-out', type: 'success' })
    await navigate(href('home'))
  }
  return (
    <Button icon="out" wide pending={pending} onClick={() => void leave()}>
      {t('common.logout')}
    </Button>
  )
}
