import { useId, type ReactNode } from 'react'
import { useTold } from '../../../forms/use-told.ts'

/** A list whose items are moved by dragging and by buttons: each move is announced to screen readers. */
export function useOrder(onMove: (from: number, to: number) => void): {
  /** For the `SortableRow`s of the list. */
  list: string
  move: (from: number, to: number) => void
  said: ReactNode
} {
  const list = useId()
  const [told, tell] = useTold()
  return {
    list,
    move(from, to) {
      onMove(from, to)
      tell({ key: 'office.moved-to', vars: { place: to + 1 } })
    },
    said: (
      <p role="status" className="sr-only">
        {told}
      </p>
    ),
  }
}
