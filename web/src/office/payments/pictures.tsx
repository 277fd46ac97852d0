import { useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { nameOf, type Beside, type Payment } from './payment-type.ts'
import { PictureViewer } from './picture-viewer.tsx'

type Props = {
  payment: Payment
  /** The picture of another transfer, side by side. */
  beside: Beside | undefined
  onSeen: () => void
}

/** The pictures of a transfer: one in full, the others to choose from, and another transfer's beside it. */
export function Pictures({ payment, beside, onSeen }: Props) {
  const t = useT()
  const locale = useLocale()
  const [at, setAt] = useState(0)
  const pictures = payment.pictures ?? []
  const picture = pictures[at]
  if (!picture) return <Notice kind="warning" title={t('payments.no-picture')} />
  const sent = `${shortDay(locale, payment.createdAt)}${locale === 'zh' ? '' : ', '}${time(locale, payment.createdAt)}`
  const ringed = beside?.differs?.pictureId === picture.id ? (beside.differs.areas ?? []) : []
  const equal = beside?.kinds?.some((kind) => kind === 'file' || kind === 'picture')
  return (
    <div>
      {beside && (ringed.length > 0 || equal) && (
        <p className="px-1 pb-1 text-sm text-ink-2" role="status">
          {t(equal ? 'payments.differs-nowhere' : 'payments.differs-ringed')}
        </p>
      )}
      <div className={beside ? 'grid gap-3 sm:grid-cols-2' : undefined}>
        <PictureViewer
          key={picture.id}
          url={picture.url}
          size={picture}
          label={t('invoice.picture', { count: at + 1 })}
          caption={
            <>
              <b>{t('payments.this-payment')}</b>{' '}
              <span className="text-ink-2">{t('payments.sent-at', { at: sent })}</span>
            </>
          }
          ringed={ringed}
          onSeen={onSeen}
        />
        {beside && (
          <PictureViewer
            key={beside.url}
            url={beside.url}
            size={picture}
            label={t('payments.other-picture')}
            caption={<b>{nameOf(beside)}</b>}
            ringed={ringed}
          />
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {pictures.map((other, i) => (
            <li key={other.id}>
              <button
                type="button"
                aria-pressed={i === at}
                onClick={() => setAt(i)}
                className={`block overflow-hidden rounded-xl border-3 ${i === at ? 'border-cinnabar' : 'border-transparent'}`}
              >
                <img src={other.url} alt={t('invoice.picture', { count: i + 1 })} className="h-20 w-16 object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
