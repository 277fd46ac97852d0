import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { refused } from './ceremony.ts'
import { OwnPassword } from './own-password.tsx'

/** Ten new recovery codes in place of the old ones. */
export function RenewCodes({ onRenewed }: { onRenewed: (codes: readonly string[] | undefined) => Promise<void> }) {
  const t = useT()
  const [asks, setAsks] = useState(0)
  const [wrong, setWrong] = useTold()
  const password = useRef<HTMLInputElement>(null)
  const call = useApi((typed: string) => api.post('/api/member/factor/recovery', { body: { password: typed } }))
  useEffect(() => {
    if (asks) password.current?.focus()
  }, [asks])

  async function renew(event: FormEvent) {
    event.preventDefault()
    const result = await call.run(password.current?.value ?? '')
    if (!result) return
    if (result.status === 200) {
      setAsks(0)
      return onRenewed(result.value.codes ?? undefined)
    }
    const why = refused(result)
    if (why.kind !== 'password') return toastFailure(result)
    setAsks((count) => count + 1)
    setWrong(why.wrong)
  }
  return (
    <form noValidate method="post" onSubmit={(event) => void renew(event)} className="space-y-4">
      {asks > 0 && <OwnPassword ref={password} wrong={wrong} />}
      <Button type="submit" pending={call.pending}>
        {t(asks > 0 ? 'passkey.go-on' : 'factor.renew')}
      </Button>
      <p className="text-ink-2">{t('factor.renew-hint')}</p>
    </form>
  )
}
