import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Says when the account is erased, and takes the closing back. `fresh`: it was closed just now, so it is read out. */
export function ClosingNotice(props: { closesAt: string; fresh: boolean; onKept: () => Promise<void> }) {
  const t = useT()
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const call = useApi(() => api.post('/api/member/keep'))
  const { fresh } = props
  useEffect(() => {
    if (fresh) box.current?.focus()
  }, [fresh])
  async function keep() {
    const result = await call.run(undefined)
    if (!result) return
    if (result.status !== 200) return toastFailure(result)
    toast({ text: 'data.keep-done', type: 'success' })
    await props.onKept()
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice kind="warning" title={t('data.closing-lead', { date: date(locale, props.closesAt, 'short') })}>
        <p>{t('data.closing-text')}</p>
        <Button kind="primary" className="mt-4" pending={call.pending} onClick={() => void keep()}>
          {t('data.keep-button')}
        </Button>
      </Notice>
    </div>
  )
}
