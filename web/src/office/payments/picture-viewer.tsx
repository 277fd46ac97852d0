import { useRef, useState, type PointerEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { useSeen } from './use-seen.ts'
import { useZoom } from './use-zoom.ts'

// A square holds the picture whichever way it is turned; the zoom makes the square larger than its window.
const zooms = ['w-full', 'w-[150%]', 'w-[225%]', 'w-[340%]'] as const
const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const

type Props = {
  url: string
  label: string
  /** The picture has been on the screen long enough to be looked at. */
  onSeen?: () => void
}

/** A picture to look at closely: larger, smaller, turned, dragged. */
export function PictureViewer({ url, label, onSeen }: Props) {
  const t = useT()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const { zoom, turn, setZoom, by, round } = useZoom(box, zooms.length)
  useSeen(box, state === 'loaded', onSeen)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || zoom === 0) return
    box.current?.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' })
  }
  return (
    <figure className="overflow-hidden rounded-card bg-lacquer shadow-card">
      <div
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys once it is larger than its window
        tabIndex={zoom > 0 ? 0 : undefined}
        data-arrows=""
        role="group"
        aria-label={label}
        onPointerMove={drag}
        onDoubleClick={() => setZoom(zoom ? 0 : 2)}
        className={`relative aspect-square max-h-[calc(100dvh-10rem)] w-full overflow-auto overscroll-contain ${zoom ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div className={`aspect-square ${zooms[zoom]} ${zoom ? '' : 'max-h-full'}`}>
          <img
            key={attempt}
            src={url}
            alt={label}
            draggable={false}
            onLoad={() => setState('loaded')}
            onError={() => setState('failed')}
            className={`h-full w-full object-contain transition-transform ${turns[turn]} ${state === 'failed' ? 'invisible' : ''}`}
          />
        </div>
        {state === 'failed' && (
          <div role="alert" className="absolute inset-0 grid place-content-center gap-3 p-6 text-center text-gold-1">
            <p>{t('office.picture-failed')}</p>
            <button
              type="button"
              className="btn btn-2 mx-auto text-ink"
              onClick={() => {
                setState('loading')
                setAttempt(attempt + 1)
              }}
            >
              {t('common.try-again')}
            </button>
          </div>
        )}
      </div>
      <figcaption className="flex items-center justify-between gap-2 px-3 py-1 text-gold-1">
        <span className="pl-1 text-sm leading-tight">{label}</span>
        <span className="flex shrink-0">
          <IconButton
            icon="minus"
            dark
            label={t('office.smaller')}
            disabled={zoom === 0}
            aria-keyshortcuts="-"
            onClick={() => by(-1)}
          />
          <IconButton
            icon="plus"
            dark
            label={t('office.larger')}
            disabled={zoom === zooms.length - 1}
            aria-keyshortcuts="+"
            onClick={() => by(1)}
          />
          <IconButton icon={<TurnIcon />} dark label={t('office.turn')} aria-keyshortcuts="t" onClick={round} />
          <a href={url} target="_blank" rel="noopener" className={iconButtonClass({ dark: true })}>
            <Icon name="upload" className="rotate-45" />
            <span className="sr-only">{t('office.picture-tab')}</span>
          </a>
        </span>
      </figcaption>
    </figure>
  )
}

function TurnIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5L20 9M20 4.5V9h-4.5" />
    </svg>
  )
}
