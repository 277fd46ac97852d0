import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Picture } from '../../domain/cart.ts'
import { useReceiptUpload, type Uploaded, type UploadState } from './use-receipt-upload.ts'

type Props = {
  pictures: Picture[]
  invoiceId?: string
  ticket?: string
  error?: string
  onUploaded: (uploaded: Uploaded, chosenAt: number) => void
}

/** Chooses the picture of a transfer, sends it, and shows it large. */
export function ReceiptUpload({ pictures, invoiceId, ticket, error, onUploaded }: Props) {
  const t = useT()
  const { state, refused, previews, choose, again } = useReceiptUpload({ invoiceId, ticket, onUploaded })
  const busy = state.phase === 'preparing' || state.phase === 'sending'
  const sent = pictures.length > 0 && !busy && state.phase !== 'failed'
  const shown = sent
    ? pictures.map((picture, i) => ({ src: previews[i] ?? picture.url, spare: picture.url }))
    : previews.map((src) => ({ src, spare: '' }))
  return (
    <div className="space-y-4">
      {shown.length > 0 && !refused && (
        <ul className="flex flex-wrap justify-center gap-3 rounded-2xl bg-paper-2 p-3">
          {shown.map(({ src, spare }, i) => (
            <li key={src + spare} className="min-w-0">
              <Preview src={src} spare={spare} alt={t('checkout.picture-alt', { count: i + 1 })} />
            </li>
          ))}
        </ul>
      )}
      <Progress state={state} />
      {state.phase === 'failed' && state.again && (
        <Notice kind="error" role="alert" title={t('checkout.upload-failed')}>
          <p>{t('checkout.upload-failed-text')}</p>
          <Button kind="primary" icon="upload" className="mt-3" onClick={() => void again()}>
            {t('checkout.upload-again')}
          </Button>
        </Notice>
      )}
      {sent && (
        <p role="status" className="font-semibold text-jade">
          {t('checkout.picture-arrived', { count: pictures.length })}
        </p>
      )}
      <FileDrop
        id="receipt"
        label={t(sent ? 'checkout.picture-other' : 'checkout.picture-choose')}
        hint={t('checkout.picture-hint')}
        error={refused ?? error}
        accept="image/*"
        multiple
        busy={busy}
        onFiles={(files) => void choose(files, Date.now())}
      />
    </div>
  )
}

function Progress({ state }: { state: UploadState }) {
  const t = useT()
  if (state.phase !== 'preparing' && state.phase !== 'sending') return null
  const percent = state.phase === 'sending' ? Math.round(state.part * 100) : 0
  return (
    <div>
      <p id="upload-progress" className="mb-1 font-semibold">
        {state.phase === 'preparing' ? t('checkout.upload-preparing') : t('checkout.upload-sending', { percent })}
      </p>
      <progress
        aria-labelledby="upload-progress"
        className="h-4 w-full accent-jade"
        max={100}
        value={state.phase === 'sending' ? percent : undefined}
      />
    </div>
  )
}

/** The device's own copy, so that nothing is fetched; the server's where this browser cannot show it. */
function Preview({ src, spare, alt }: { src: string; spare: string; alt: string }) {
  const t = useT()
  const [broken, setBroken] = useState(false)
  if (broken && !spare) return <p className="p-6 text-ink-2">{t('checkout.picture-no-preview')}</p>
  return (
    <a href={broken ? spare : src} target="_blank" rel="noopener" className="block">
      <img
        src={broken ? spare : src}
        alt={alt}
        className="max-h-[32rem] w-auto max-w-full rounded-xl"
        onError={() => setBroken(true)}
      />
    </a>
  )
}
