import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Photo } from '../../../ui/art/photograph.tsx'

type Props = {
  photo: Photo
  alt: string
  /** Percent from the left and from the top. */
  x: number
  y: number
  onChange: (x: number, y: number) => void
}

const step = 5
const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))

/** The whole picture with a marker on the point that cropping must keep: clicking or arrow keys move it. */
export function FocusPicker({ photo, alt, x, y, onChange }: Props) {
  const t = useT()
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Style attributes are blocked by the content security policy, but a script may position the marker.
    mark.current?.style.setProperty('left', `${x}%`)
    mark.current?.style.setProperty('top', `${y}%`)
  }, [x, y])
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (event.detail === 0 || box.width === 0) return // activated by key
    onChange(
      within(((event.clientX - box.left) / box.width) * 100),
      within(((event.clientY - box.top) / box.height) * 100),
    )
  }
  const arrows = (event: KeyboardEvent) => {
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!move) return
    event.preventDefault()
    onChange(within(x + (move[0] ?? 0)), within(y + (move[1] ?? 0)))
  }
  return (
    <button
      type="button"
      aria-label={t('pictures.focus', { x, y })}
      onClick={press}
      onKeyDown={arrows}
      className="relative mx-auto block w-fit max-w-full overflow-hidden rounded-2xl bg-paper-2"
    >
      <img
        src={photo.src}
        srcSet={photo.jpeg}
        sizes="24rem"
        alt={alt}
        width={photo.width}
        height={photo.height}
        // The text below it stays visible, however high the picture is.
        className="h-auto max-h-96 w-auto max-w-full"
      />
      <span
        ref={mark}
        aria-hidden="true"
        className="absolute h-9 w-9 -translate-1/2 rounded-full border-4 border-white bg-lacquer/60 shadow-lift"
      />
      <span
        aria-hidden="true"
        className="absolute bottom-2 left-2 rounded-xl bg-lacquer/80 px-3 py-1 text-sm text-gold-1"
      >
        {t('pictures.focus-short')}
      </span>
    </button>
  )
}
