import { useT } from '../i18n/context.tsx'
import { useHref } from '../site/router/href.ts'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Cloud } from '../ui/art/cloud.tsx'

/** Shown instead of a page that failed. It uses only common messages, so nothing has to load. */
export default function ErrorPage() {
  const t = useT()
  const href = useHref()
  return (
    <div className="wrap py-16 text-center lg:py-24">
      <Cloud className="mx-auto h-20" />
      <h1 className="mt-6">{t('common.failed-title')}</h1>
      <p className="mx-auto mt-4 max-w-xl text-lg text-ink-2">{t('common.failed-text')}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button kind="primary" onClick={() => location.reload()}>
          {t('common.try-again')}
        </Button>
        <a href={href('home')} className={buttonClass('plain')} data-reload>
          {t('common.to-home')}
        </a>
      </div>
      <p className="mt-6">
        <TemplePhone />
      </p>
    </div>
  )
}
