import { useT } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What was typed is kept: no answer came. */
export function UnsentNotice({ text }: { text?: string }) {
  const t = useT()
  return (
    <Notice kind="warning" role="alert" title={t('till.unsent')}>
      {text ?? t('till.unsent-text')}
    </Notice>
  )
}
