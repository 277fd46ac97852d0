import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useState, type ReactNode } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { Icon } from '../../../ui/icon.tsx'
import { droppedAt, type Edge } from './order.ts'

type Props = {
  /** Identifies the list, if a page has several. */
  list: string
  at: number
  /** How many rows the list has, if not all are rendered: for screen readers. */
  of?: number
  /** Moves the row to another index. Undefined if the order is fixed: then nothing can be dragged. */
  onMove: ((from: number, to: number) => void) | undefined
  className?: string
  children: (handle: ReactNode) => ReactNode
}

/**
 * A row that can be dragged by its handle. For keyboard, screen reader and touch, the row has buttons instead, and the
 * handle is hidden.
 */
export function SortableRow({ list, at, of, onMove, className = '', children }: Props) {
  const [row, setRow] = useState<HTMLLIElement | null>(null)
  const [handle, setHandle] = useState<HTMLSpanElement | null>(null)
  const [edge, setEdge] = useState<Edge>()
  const [dragged, setDragged] = useState(false)
  const latest = useLatest({ at, onMove })
  useEffect(() => {
    if (!row || !handle) return
    const stopDrag = draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ list, at: latest.current.at }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
    const stopDrop = dropTargetForElements({
      element: row,
      canDrop: ({ source }) => source.data.list === list,
      onDrag: ({ location, source }) =>
        setEdge(source.element === row ? undefined : edgeUnder(row, location.current.input.clientY)),
      onDragLeave: () => setEdge(undefined),
      onDrop({ location, source }) {
        setEdge(undefined)
        const from = source.data.at
        const to =
          typeof from === 'number' && droppedAt(from, latest.current.at, edgeUnder(row, location.current.input.clientY))
        if (typeof from === 'number' && typeof to === 'number' && to !== from) latest.current.onMove?.(from, to)
      },
    })
    return () => {
      stopDrag()
      stopDrop()
    }
  }, [row, handle, list, latest])
  return (
    <li
      ref={setRow}
      aria-posinset={of && at + 1}
      aria-setsize={of}
      className={`relative ${dragged ? 'opacity-50' : ''} ${className}`}
    >
      {edge && (
        <span
          aria-hidden="true"
          className={`absolute inset-x-0 z-20 h-1 bg-cinnabar ${edge === 'above' ? '-top-0.5' : '-bottom-0.5'}`}
        />
      )}
      {children(
        onMove && (
          <span
            ref={setHandle}
            aria-hidden="true"
            className="relative z-10 grid min-h-11 w-7 shrink-0 cursor-grab place-items-center text-ink-2 max-sm:hidden"
          >
            <Icon name="grip" />
          </span>
        ),
      )}
    </li>
  )
}

const edgeUnder = (row: HTMLElement, y: number): Edge => {
  const { top, height } = row.getBoundingClientRect()
  return y < top + height / 2 ? 'above' : 'below'
}
