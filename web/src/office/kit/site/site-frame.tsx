import { useEffect, useRef, useState } from 'react'
import { widths, type Width } from './widths.ts'

type Props = {
  /** Of a page of our own. */
  address: string
  width: Width
  /** What a screen reader calls it. */
  title: string
  /** Each time a document has come. */
  onPage: (page: Window & typeof globalThis) => void
  className?: string
}

/**
 * A page of the site as a screen of that width lays it out, made smaller where there is less room.
 */
export function SiteFrame({ address, width, title, onPage, className = '' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!box.current || typeof ResizeObserver === 'undefined') return
    const seen = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect))
    seen.observe(box.current)
    return () => seen.disconnect()
  }, [])
  const wide = widths[width]
  const scale = room.width > 0 ? Math.min(1, room.width / wide) : 1
  return (
    <div ref={box} className={`relative overflow-hidden ${className}`}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, whose texts are read */}
      <iframe
        key={address}
        ref={frame}
        src={address}
        title={title}
        onLoad={() => {
          const page = frame.current?.contentWindow
          if (page) onPage(page as Window & typeof globalThis)
        }}
        className="absolute top-0 left-0 origin-top-left border-0 bg-paper"
        style={{
          width: wide,
          height: room.height > 0 ? room.height / scale : '100%',
          transform: scale < 1 ? `scale(${scale})` : undefined,
          marginLeft: room.width > wide ? (room.width - wide) / 2 : undefined,
        }}
      />
    </div>
  )
}
