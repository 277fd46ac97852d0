import { Kiosk } from '../features/lamp/kiosk.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The page of a kiosk in a hall: finds lamp positions by phone number, without header and footer. */
export default function KioskPage() {
  const t = useT()
  const locale = useLocale()
  const data = usePageData('kiosk')
  return (
    <div className="kiosk">
      {data?.hall && (
        <p className="text-center text-xl text-ink-2">{t('lamp.kiosk-at', { hall: data.hall[locale] })}</p>
      )}
      {!data && (
        <>
          <h1 className="sr-only">{t('lamp.kiosk-title')}</h1>
          <Skeleton lines={6} card />
        </>
      )}
      {data?.open && <Kiosk />}
      {data && !data.open && (
        <div className="kiosk-parts">
          <div className="space-y-4">
            <h1 className="kiosk-title">{t('lamp.kiosk-closed-title')}</h1>
            <p className="kiosk-way">{t('lamp.kiosk-closed-text')}</p>
          </div>
        </div>
      )}
    </div>
  )
}
