import { useT } from '../../i18n/context.tsx'
import { Cloud } from '../../ui/art/cloud.tsx'

/** Shown on every page before the temple has published its name, with a link to the office. */
export function OpeningSoon() {
  const t = useT()
  return (
    <div className="wrap py-16 text-center lg:py-24">
      <Cloud className="mx-auto h-20" />
      <h1 className="mt-6">{t('common.soon-say')}</h1>
      <p className="mx-auto mt-4 max-w-xl text-lg text-ink-2">{t('common.soon-text')}</p>
      <p className="mt-8">
        <a href="/admin" className="link inline-block py-2" data-reload>
          {t('common.soon-office')}
        </a>
      </p>
    </div>
  )
}
