import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

type Props = {
  version: string
  /** The policies that changed since the member agreed. */
  policies: Value<'/api/member/data', 'get'>['unread']
  onAgreed: () => Promise<void>
}

/** Asks a member who agreed to older policies to accept the current ones. It blocks nothing. */
export function PolicyNotice(props: Props) {
  const t = useT()
  const act = useAct(
    () => api.post('/api/member/consent', { body: { version: props.version } }),
    () => {
      toast({ text: 'data.policies-agreed', type: 'success' })
      return props.onAgreed()
    },
  )
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
      <Button pending={act.pending} onClick={() => void act.send()}>
        {t('data.policies-agree')}
      </Button>
    </Notice>
  )
}
