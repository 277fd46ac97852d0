import { useEffect, useRef, useState } from 'react'
import { widths, type Width } from './widths.ts'

type Props = {
  /** The URL of a page of this site. */
  address: string
  width: Width
  /** The frame's accessible name for screen readers. */
  title: string
  /** Called each time a document has loaded. */
  onPage: (page: Window & typeof globalThis) => void
  className?: string
}

/** Shows a page of the site at a given screen width, scaled down if there is less space. */
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
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, whose texts are read */}
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
