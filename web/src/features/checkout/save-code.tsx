import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { sharePicture, wayToSave } from '../../lib/save-picture.ts'
import { useBrowser } from '../../lib/use-browser.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/**
 * Saves the QR code to a phone's photo album, in the way that the device supports; a text below explains saving by
 * hand.
 */
export function SaveCode({ url, reference }: { url: string; reference: string }) {
  const t = useT()
  const way = useBrowser(() => wayToSave(navigator), 'download')
  const [failed, setFailed] = useState(false)
  const name = `paynow-${reference}.png`
  const label = (
    <>
      <Icon name="download" />
      {t('checkout.qr-save')}
    </>
  )
  return (
    <div className="no-print w-full space-y-2 text-center md:hidden">
      {way === 'share' && (
        <Button kind="primary" wide onClick={async () => setFailed(!(await sharePicture(url, name)))}>
          {label}
        </Button>
      )}
      {way === 'download' && (
        <a href={url} download={name} className={buttonClass('primary', 'w-full')}>
          {label}
        </a>
      )}
      <p role="status" className={way === 'hold' || failed ? 'font-semibold' : 'text-sm text-ink-2'}>
        {t(way === 'hold' || failed ? 'checkout.qr-hold' : 'checkout.qr-or-hold')}
      </p>
    </div>
  )
}
