import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'

type Shown = { src: string; spare: string }

type Props = {
  shown: readonly Shown[]
  /** The amount of the transfer, in cents. */
  amount: number
  reference: string
  /** A label for a rejected picture, which is shown greyed out. */
  word?: string
  /** Shown below the list: choosing another picture, the file name. */
  children?: ReactNode
}

/**
 * A receipt image as a narrow thumbnail, beside a list of what must be visible on it. Nothing is verified here, so
 * nothing is ticked.
 */
export function ScreenshotCard({ shown, amount, reference, word, children }: Props) {
  const t = useT()
  return (
    <div className="flex flex-wrap gap-4 rounded-2xl bg-paper p-3.5">
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {shown.map(({ src, spare }, i) => (
            <li key={src + spare} className="relative w-31 overflow-hidden rounded-xl">
              <Thumbnail src={src} spare={spare} alt={t('checkout.picture-alt', { count: i + 1 })} grey={!!word} />
              {word && (
                <p className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full bg-lacquer px-3 py-0.5 text-sm font-semibold whitespace-nowrap text-gold-1">
                  {word}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex min-w-0 flex-[1_1_9em] flex-col gap-2">
        <p className="font-bold">{t('checkout.should-show')}</p>
        <ul className="space-y-1.5 marker:text-gold">
          {[money(amount), t('checkout.should-time'), t('checkout.should-reference', { reference })].map((must) => (
            <li key={must} className="ml-5 list-disc pl-1 leading-snug wrap-anywhere">
              {must}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  )
}

/** The local copy, to avoid a download; the server's where this browser cannot show the format. */
function Thumbnail({ src, spare, alt, grey }: Shown & { alt: string; grey: boolean }) {
  const t = useT()
  const [broken, setBroken] = useState(false)
  if (broken && !spare) return <p className="p-3 text-sm text-ink-2">{t('checkout.picture-no-preview')}</p>
  return (
    <a href={broken ? spare : src} target="_blank" rel="noopener" className="block">
      <img
        src={broken ? spare : src}
        alt={alt}
        className={`aspect-[124/238] w-full bg-card object-cover object-top ${grey ? 'opacity-60 grayscale' : ''}`}
        onError={() => setBroken(true)}
      />
    </a>
  )
}
