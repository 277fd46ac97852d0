import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says where a demonstration shows the message with the code; otherwise renders nothing. */
export function DemoCode() {
  const t = useT()
  const { site } = usePage()
  if (!site.demo) return null
  return (
    <Notice>
      {t('member.demo-code')}{' '}
      <a className="link" href="/demo/outbox" target="_blank" rel="noopener">
        /demo/outbox<span className="sr-only"> {t('member.new-tab')}</span>
      </a>
    </Notice>
  )
}
