import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageTop } from './page-top.tsx'

/** Says that this part failed to render, and focuses its retry button. */
export function Broken({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  return (
    <div role="alert" className="card mx-auto max-w-2xl p-7 sm:p-10">
      <PageTop title={t('office.broken')} text={t('office.broken-text')} keepFocus />
      <Button kind="primary" ref={(button) => button?.focus()} onClick={onAgain}>
        {t('common.try-again')}
      </Button>
    </div>
  )
}
