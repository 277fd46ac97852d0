import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'

const isName = (node: { type: { name: string } } | null | undefined) => node?.type.name === 'wordName'

/**
 * Moves the cursor behind a clicked chip. Otherwise typing would replace the chip, and composed text would be lost,
 * because browsers do not insert into a non-editable element.
 */
function behind(state: EditorState): Transaction | undefined {
  const { selection, tr } = state
  if (!(selection instanceof NodeSelection) || !isName(selection.node)) return undefined
  return tr.setSelection(TextSelection.create(state.doc, selection.to))
}

/** Makes arrow keys move over a chip like a letter, and keeps typed text beside it. */
export const aroundNames = Extension.create({
  name: 'aroundNames',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleKeyDown(view, { key, shiftKey, ctrlKey, metaKey, altKey }) {
          const { empty, $from } = view.state.selection
          const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
          if (by === 0 || !empty || shiftKey || ctrlKey || metaKey || altKey) return false
          if (!isName(by < 0 ? $from.nodeBefore : $from.nodeAfter)) return false
          view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, $from.pos + by)))
          return true
        },
        handleTextInput(view, _from, _to, text) {
          const moved = behind(view.state)
          if (!moved) return false
          view.dispatch(moved.insertText(text))
          return true
        },
        handleDOMEvents: {
          compositionstart(view) {
            const moved = behind(view.state)
            if (moved) view.dispatch(moved)
          },
        },
      },
    }),
  ],
})
