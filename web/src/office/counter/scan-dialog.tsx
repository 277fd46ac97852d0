import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { codeReader } from './read-code.ts'
import { scanned } from './scanned.ts'
import { useLatest } from '../../lib/use-latest.ts'

type Trouble = 'refused' | 'none' | 'broken'

/** Scans a code with the device's camera. */
export function ScanDialog({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble>()
  const found = useLatest(onFound)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer = 0
    let over = false
    const look = async () => {
      try {
        stream = await camera()
        const box = video.current
        if (over || !box) return stream.getTracks().forEach((track) => track.stop())
        box.srcObject = stream
        await box.play()
        const read = await codeReader()
        const next = async () => {
          if (over) return
          const text = await read(box)
          if (over) return
          if (text) found.current(scanned(text))
          else timer = window.setTimeout(() => void next(), 150)
        }
        await next()
      } catch (error) {
        if (!over) setTrouble(troubleOf(error))
      }
    }
    void look()
    return () => {
      over = true
      window.clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [found])
  return (
    <Dialog open onClose={onClose} title={t('counter.scan-title')}>
      {trouble ? (
        <Notice kind="warning" role="alert" title={t(`counter.camera-${trouble}`)}>
          {t(`counter.camera-${trouble}-text`)}
        </Notice>
      ) : (
        <>
          <p className="mb-3">{t('counter.scan-text')}</p>
          <div className="relative overflow-hidden rounded-2xl bg-black">
            <video ref={video} muted playsInline className="aspect-square w-full object-cover" />
            <div aria-hidden="true" className="absolute inset-[14%] rounded-3xl border-4 border-gold-3" />
          </div>
        </>
      )}
      <Button className="mt-4 self-end" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  )
}

/** The rear camera if there is one. Without https there is none. */
function camera(): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) return Promise.reject(new DOMException('no camera here', 'NotFoundError'))
  return devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false })
}

function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'broken'
}
