import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import type { Payment } from './payment-type.ts'

type Props = {
  pictures: NonNullable<Payment['pictures']>
  /** Another payment's picture, to see side by side. */
  compare: string | undefined
  onSeen: () => void
}

/** The pictures of a transfer: one large, the others to choose from. */
export function Pictures({ pictures, compare, onSeen }: Props) {
  const t = useT()
  const [at, setAt] = useState(0)
  const picture = pictures[at]
  if (!picture) return <Notice kind="warning" title={t('office.no-picture')} />
  return (
    <div>
      <div className={compare ? 'grid gap-3 sm:grid-cols-2' : undefined}>
        <PictureViewer
          key={picture.id}
          url={picture.url}
          label={t('invoice.picture', { count: at + 1 })}
          onSeen={onSeen}
        />
        {compare && <PictureViewer key={compare} url={compare} label={t('office.other-picture')} />}
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
