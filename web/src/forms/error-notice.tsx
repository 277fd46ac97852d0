import { useT } from '../i18n/context.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Notice } from '../ui/notice.tsx'

/** What went wrong, with whom to ask, until it is closed. */
export function ErrorNotice({ words, onClose }: { words: string; onClose: () => void }) {
  const t = useT()
  return (
    <Notice kind="error" title={words}>
      <p className="flex flex-wrap items-center gap-x-6">
        <TemplePhone />
        <button type="button" className="link min-h-11" onClick={onClose}>
          {t('common.close')}
        </button>
      </p>
    </Notice>
  )
}
