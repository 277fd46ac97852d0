import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Key } from '../kit/act/key.tsx'
import type { Areas } from './payment-type.ts'
import { Rings } from './rings.tsx'
import { TurnIcon } from './turn-icon.tsx'
import { useSeen } from './use-seen.ts'
import { useZoom } from './use-zoom.ts'

// Widths for the zoom steps; at first the whole picture is visible. A rotated picture is in a square, which fits any
// orientation.
const zooms = ['w-full', 'w-[150%]', 'w-[225%]', 'w-[340%]'] as const
const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const

/** The minimum width of a picture. */
const narrowest = 290

type Props = {
  url: string
  label: string
  /** Its natural size, to reserve space before it loads. */
  size?: { width: number; height: number }
  caption?: ReactNode
  /** The areas of the picture to mark with rings. */
  ringed?: Areas
  /** Called when the picture has been on the screen long enough. */
  onSeen?: () => void
}

/** A picture that can be zoomed, rotated and dragged. */
export function PictureViewer({ url, label, size, caption, ringed, onSeen }: Props) {
  const t = useT()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [own, setOwn] = useState<{ width: number; height: number }>()
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const { zoom, turn, setZoom, by, round } = useZoom(box, zooms.length)
  useSeen(box, state === 'loaded', onSeen)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || zoom === 0) return
    box.current?.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' })
  }
  const lies = turn % 2 === 1
  const whole = zoom === 0 && !lies
  // High enough for the whole picture at its minimum width; set in CSS while the size is unknown.
  const least = size ? Math.min(1100, Math.ceil((narrowest * size.height) / size.width)) : 0
  return (
    <figure className="relative flex min-h-0 min-w-0 flex-col">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 px-1 text-sm leading-tight">
        <span className="min-w-0">{caption ?? <b>{label}</b>}</span>
        <span className="-my-1 flex shrink-0">
          <IconButton icon={<TurnIcon />} label={t('payments.turn')} aria-keyshortcuts="t" onClick={round} />
          <a href={url} target="_blank" rel="noopener" className={iconButtonClass()}>
            <Icon name="outside" size={20} />
            <span className="sr-only">{t('payments.picture-tab')}</span>
          </a>
        </span>
      </figcaption>
      <div
        ref={(element) => {
          box.current = element
          element?.style.setProperty('--least', `${least}px`)
        }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it when it is zoomed in
        tabIndex={zoom > 0 ? 0 : undefined}
        data-arrows=""
        role="group"
        aria-label={label}
        onPointerMove={drag}
        onDoubleClick={() => setZoom(zoom ? 0 : 2)}
        className={`relative h-[max(calc(100dvh-15rem),var(--least))] max-h-[70rem] max-lg:h-[max(50dvh,var(--least))] w-full overflow-auto overscroll-contain rounded-2xl bg-paper-2 ${zoom ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div
          className={`relative ${zooms[zoom]} ${whole ? 'h-full' : ''} ${lies ? `aspect-square ${zoom ? '' : 'mx-auto max-h-full'}` : ''}`}
        >
          <img
            key={attempt}
            src={url}
            alt={label}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setOwn({ width, height })
              setState('loaded')
            }}
            onError={() => setState('failed')}
            className={`w-full transition-transform ${whole || lies ? 'h-full object-contain' : 'h-auto'} ${turns[turn]} ${state === 'failed' ? 'invisible' : ''}`}
          />
          {state === 'loaded' && own && ringed && <Rings areas={ringed} size={own} className={turns[turn] ?? ''} />}
        </div>
        {state === 'failed' && (
          <div role="alert" className="absolute inset-0 grid place-content-center gap-3 p-6 text-center">
            <p>{t('payments.picture-failed')}</p>
            <button
              type="button"
              className="btn btn-2 mx-auto"
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
      <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 rounded-full bg-card px-1 shadow-lift">
        <IconButton
          icon="minus"
          label={t('payments.smaller')}
          disabled={zoom === 0}
          aria-keyshortcuts="-"
          onClick={() => by(-1)}
        />
        <button
          type="button"
          aria-keyshortcuts="Space +"
          onClick={() => (zoom === zooms.length - 1 ? setZoom(0) : by(1))}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 hover:bg-gold-1"
        >
          <Icon name="plus" size={20} />
          <span className="sr-only">{t('payments.larger')}</span>
          <Key>␣</Key>
        </button>
      </div>
    </figure>
  )
}
