import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Readings } from './pronounce.ts'
import { ReadingRow } from './reading-row.tsx'
import type { ReadingName } from './reading-queries.ts'
import type { ReadingSize } from './reading-look.ts'

type Props = {
  rows: readonly ReadingName[]
  /** The index of the current name; equal to their number after the last. */
  at: number
  size: ReadingSize
  readings: Readings | undefined
  onPress: (index: number) => void
  /** The elements shown after the last name. */
  children: ReactNode
}

const ahead = 40 // names rendered after the current one
const behind = 6 // and before it

/** The names as a list, the current one near the top. Of thousands only the nearby ones are rendered. */
export function ReadingNames({ rows, at, size, readings, onPress, children }: Props) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLLIElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  const [range, setRange] = useState({ from: Math.max(at - behind, 0), to: at + ahead })
  if (at < range.from || at > range.to) setRange({ from: Math.max(at - behind, 0), to: at + ahead })
  else if (at + ahead / 2 > range.to) setRange({ from: range.from, to: at + ahead })
  const placed = useRef(false)
  const show = useLatest(() => {
    const list = box.current
    const name = current.current
    if (!list) return
    // The first scroll is instant; later ones are smooth, so that the eye can follow.
    const top = name ? name.offsetTop - list.clientHeight * 0.16 : list.scrollHeight
    list.scrollTo({ top, behavior: placed.current ? 'auto' : 'instant' })
    placed.current = true
  })
  useLayoutEffect(() => show.current(), [show, at])
  // Scrolls again when the layout moves: pinyin appears, the tablet is rotated, the text grows.
  useLayoutEffect(() => {
    placed.current = false
    show.current()
  }, [show, readings])
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(() => {
      placed.current = false
      show.current()
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [show])
  // Keeps the scroll position when names are inserted above.
  useLayoutEffect(() => {
    const list = box.current
    if (list && height.current > 0) list.scrollTop += list.scrollHeight - height.current
    height.current = 0
  }, [range.from])
  const more = range.to < rows.length
  useEffect(() => {
    if (!end.current || !more) return
    const watch = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting && setRange((was) => ({ ...was, to: was.to + ahead })),
      { root: box.current, rootMargin: '600px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, range.to])
  return (
    <div ref={box} data-names={size} className="reading-names relative grow overflow-y-auto px-4 sm:px-8">
      {range.from > 0 && (
        <p className="py-3 text-center">
          <button
            type="button"
            className="touch underline underline-offset-4"
            onClick={() => {
              height.current = box.current?.scrollHeight ?? 0
              setRange((was) => ({ ...was, from: Math.max(was.from - ahead, 0) }))
            }}
          >
            {t('ceremonies.read-earlier')}
          </button>
        </p>
      )}
      <ol className="mx-auto max-w-6xl pb-[55dvh]" aria-label={t('office.field.list')}>
        {rows.slice(range.from, range.to).map((name, i) => (
          <ReadingRow
            key={name.id}
            ref={range.from + i === at ? current : undefined}
            name={name}
            current={range.from + i === at}
            read={range.from + i < at}
            readings={readings}
            onPress={() => onPress(range.from + i)}
          />
        ))}
        {!more && <li className="list-none">{children}</li>}
      </ol>
      <div ref={end} />
    </div>
  )
}
