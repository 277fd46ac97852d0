import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** There was no answer: the input is kept and resent automatically, until stopped. */
export function UnsentNotice({ text, onStop }: { text?: string; onStop: () => void }) {
  const t = useT()
  return (
    <Notice kind="warning" role="alert" title={t('office.unsent')}>
      <p>{text ?? t('office.unsent-text')}</p>
      <Button className="mt-3" onClick={onStop}>
        {t('office.stop-sending')}
      </Button>
    </Notice>
  )
}
