import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

type Props = {
  version: string
  /** The policies that were changed since the member agreed. */
  policies: Value<'/api/member/data', 'get'>['unread']
  onAgreed: () => Promise<void>
}

/** Asks a member who has agreed to older policies to read today's. Nothing waits for the answer. */
export function PolicyNotice(props: Props) {
  const t = useT()
  const call = useApi((version: string) => api.post('/api/member/consent', { body: { version } }))
  async function agree() {
    const result = await call.run(props.version)
    if (!result) return
    if (result.status !== 200) return toastFailure(result)
    toast({ text: 'data.policies-agreed', type: 'success' })
    await props.onAgreed()
  }
  return (
    <Notice title={t('data.policies-lead')}>
      <p>{t('data.policies-text')}</p>
      <ul className="my-2">
        {props.policies.map((policy) => (
          <li key={policy}>
            <Link to={`misc-${policy}`} className="link inline-block py-2" target="_blank" rel="noopener">
              {t(`common.${policy}`)} <span className="sr-only">{t('member.new-tab')}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Button pending={call.pending} onClick={() => void agree()}>
        {t('data.policies-agree')}
      </Button>
    </Notice>
  )
}
