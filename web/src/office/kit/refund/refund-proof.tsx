import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Transfer } from './refund-queries.ts'

type Pictures = NonNullable<Transfer['pictures']>

type Props = {
  pictures: Pictures
  /** Renders an action for a screenshot; `number` is its number for screen readers. */
  renderAct?: (picture: Pictures[number], number: number) => ReactNode
}

/** Thumbnails of the screenshots that prove a refund by transfer; each opens in a new tab. */
export function RefundProof({ pictures, renderAct }: Props) {
  const t = useT()
  if (pictures.length === 0) return null
  return (
    <ul aria-label={t('office.proofs')} className="mt-2 flex flex-wrap gap-2">
      {pictures.map((picture, at) => (
        <li key={picture.id} className="relative">
          <a href={picture.url} target="_blank" rel="noopener" className="block rounded-lg border border-line bg-white">
            <img
              src={picture.url}
              alt={t('office.proof-open', { number: at + 1 })}
              className="h-20 w-14 rounded-lg object-cover object-top"
            />
          </a>
          {renderAct?.(picture, at + 1)}
        </li>
      ))}
    </ul>
  )
}
