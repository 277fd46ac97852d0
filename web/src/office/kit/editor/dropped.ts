import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Where files were dropped or pasted. The position follows edits of the text, so that slow uploads are still inserted
 * there.
 */
export type Place = {
  /** Inserts a library picture there, after those before it; false once the text is gone. */
  put: (src: string) => boolean
  /** Replaces an inserted picture by another. */
  swap: (src: string, other: string) => void
  /** Call when no more pictures will be inserted. */
  leave: () => void
}

/** Tracks a position between the blocks of a text. */
export function placeAt(editor: Editor, at: number): Place {
  let position = at
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position, 1)
  }
  editor.on('transaction', follow)
  return {
    put(src) {
      if (editor.isDestroyed) return false
      const where = Math.min(position, editor.state.doc.content.size)
      return editor.commands.insertContentAt(where, { type: 'picture', attrs: { src } }, { updateSelection: false })
    },
    swap(src, other) {
      if (editor.isDestroyed) return
      const { tr } = editor.state
      editor.state.doc.descendants((node, pos) => {
        if (node.type.name === 'picture' && node.attrs.src === src) tr.setNodeAttribute(pos, 'src', other)
      })
      editor.view.dispatch(tr)
    },
    leave: () => editor.off('transaction', follow),
  }
}

/** The block boundary nearest to a point of the screen; without a point, below the block with the cursor. */
export function edgeNear(view: EditorView, point?: { clientX: number; clientY: number }): number {
  const { doc, selection } = view.state
  const found = point && view.posAtCoords({ left: point.clientX, top: point.clientY })
  const $pos = found ? doc.resolve(found.pos) : selection.$from
  if ($pos.depth === 0) return $pos.pos
  const block = view.nodeDOM($pos.before(1))
  if (!point || !(block instanceof HTMLElement)) return $pos.after(1)
  const { top, height } = block.getBoundingClientRect()
  return point.clientY < top + height / 2 ? $pos.before(1) : $pos.after(1)
}
