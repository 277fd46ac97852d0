import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Picture } from '../../domain/cart.ts'
import { ScreenshotCard } from './screenshot-card.tsx'
import type { ReceiptUpload, UploadState } from './use-receipt-upload.ts'

type Props = {
  upload: ReceiptUpload
  pictures: readonly Picture[]
  /** Receipt images that the office rejected, while no other has been chosen. */
  refused?: readonly { url: string }[]
  amount: number
  reference: string
  error?: string
}

/** The receipt image: choosing it, upload progress, uploaded, or retry. */
export function ScreenshotUpload({ upload, pictures, refused, amount, reference, error }: Props) {
  const t = useT()
  const { state, previews } = upload
  const busy = state.phase === 'preparing' || state.phase === 'sending'
  const sent = pictures.length > 0 && !busy && state.phase !== 'failed'
  const why = upload.refused ?? error
  const again = useRef<HTMLDivElement>(null)
  const was = useRef(busy)
  // During an upload the file input is disabled and may be replaced, so the focus moves to the result.
  useEffect(() => {
    const ended = was.current && !busy
    was.current = busy
    const chooser = document.getElementById('receipt')
    const elsewhere = ![document.body, chooser].includes(document.activeElement as HTMLElement | null)
    if (!ended || elsewhere) return
    const next = again.current?.querySelector('button') ?? chooser
    next?.focus()
  }, [busy])
  const mine = sent
    ? pictures.map((picture, i) => ({ src: previews[i]?.url ?? picture.url, spare: picture.url }))
    : previews.map(({ url }) => ({ src: url, spare: '' }))
  const shown = upload.refused ? [] : mine
  const old = shown.length === 0 ? (refused ?? []) : []
  const chooser = {
    id: 'receipt',
    accept: 'image/*',
    multiple: true,
    busy,
    onFiles: (files: File[]) => void upload.choose(files, Date.now()),
  }
  const button = (kind: 'plain' | 'primary', key: 'picture-other' | 'picture-new', className: string) => (
    <div className={className}>
      {why && <FieldError id="receipt-error" text={why} />}
      <FileButton
        {...chooser}
        kind={kind}
        icon="picture"
        className="w-full"
        invalid={!!why}
        describedBy={why && 'receipt-error'}
      >
        {t(`checkout.${key}`)}
      </FileButton>
    </div>
  )
  const name = previews.length === 1 ? previews[0]?.name : pictures.length === 1 ? pictures[0]?.name : undefined
  return (
    <div className="space-y-4">
      {(shown.length > 0 || old.length > 0) && (
        <ScreenshotCard
          shown={old.length > 0 ? old.map(({ url }) => ({ src: url, spare: '' })) : shown}
          word={old.length > 0 ? t('checkout.returned') : undefined}
          amount={amount}
          reference={reference}
        >
          {old.length === 0 && (
            <>
              {button('plain', 'picture-other', 'mt-auto')}
              {name && <p className="text-center text-sm text-ink-2 wrap-anywhere">{name}</p>}
            </>
          )}
        </ScreenshotCard>
      )}
      <Progress state={state} />
      {state.phase === 'failed' && state.again && (
        <Notice kind="error" role="alert" title={t('checkout.upload-failed')}>
          <p>{upload.busy ?? t('checkout.upload-failed-text')}</p>
          <div ref={again}>
            <Button kind="primary" icon="upload" className="mt-3" onClick={() => void upload.again()}>
              {t('checkout.upload-again')}
            </Button>
          </div>
        </Notice>
      )}
      <p role="status" className={sent ? 'font-semibold text-jade' : 'sr-only'}>
        {sent && t('checkout.picture-arrived', { count: pictures.length })}
        {busy && t('checkout.upload-preparing')}
        {upload.refused}
      </p>
      {old.length > 0 && button('primary', 'picture-new', '')}
      {shown.length === 0 && old.length === 0 && (
        <FileDrop {...chooser} label={t('checkout.picture-choose')} hint={t('checkout.picture-hint')} error={why} />
      )}
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
