import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Says when the account will be erased, and reopens it. `fresh`: it was closed just now, so it is announced. */
export function ClosingNotice(props: { closesAt: string; fresh: boolean; onKept: () => Promise<void> }) {
  const t = useT()
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const act = useAct(
    () => api.post('/api/member/keep'),
    () => {
      toast({ text: 'data.keep-done', type: 'success' })
      return props.onKept()
    },
  )
  const { fresh } = props
  useEffect(() => {
    if (fresh) box.current?.focus()
  }, [fresh])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice kind="warning" title={t('data.closing-lead', { date: date(locale, props.closesAt, 'short') })}>
        <p>{t('data.closing-text')}</p>
        <Button kind="primary" className="mt-4" pending={act.pending} onClick={() => void act.send()}>
          {t('data.keep-button')}
        </Button>
      </Notice>
    </div>
  )
}
