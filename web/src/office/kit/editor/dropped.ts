import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Where files were dropped or pasted. It moves with the text, so that pictures that take a while still stand there. */
export type Place = {
  /** Puts a picture of the library there, behind those before it; false once the text is gone. */
  put: (src: string) => boolean
  /** Another picture in place of one that was put there. */
  swap: (src: string, other: string) => void
  /** Nothing more comes. */
  leave: () => void
}

/** Keeps a place between the blocks of a text. */
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

/** The edge between two blocks that is nearest to a point of the screen; without one, below the block with the cursor. */
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
