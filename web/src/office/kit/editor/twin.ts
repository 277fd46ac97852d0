import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    twinTint: {
      /**
       * Highlights the top-level block with that index, and those that are older than their counterpart; -1 highlights
       * none.
       */
      tintTwin: (block: number, older: readonly number[]) => ReturnType
      /** Sets the text in the other language, which is shown as a hint in empty blocks. */
      hintFrom: (other: DocNode) => ReturnType
    }
  }
}

type Tint = { block: number; older: readonly number[]; other?: DocNode }

const key = new PluginKey<Tint>('twinTint')

/** Highlights the counterpart of the paragraph with the cursor in the other language, and outdated paragraphs. */
export const TwinTint = Extension.create({
  name: 'twinTint',
  addCommands: () => ({
    tintTwin:
      (block, older) =>
      ({ tr, dispatch }) => {
        dispatch?.(tr.setMeta(key, { block, older }).setMeta('addToHistory', false))
        return true
      },
    hintFrom:
      (other) =>
      ({ tr, dispatch }) => {
        dispatch?.(tr.setMeta(key, { other }).setMeta('addToHistory', false))
        return true
      },
  }),
  addProseMirrorPlugins: () => [
    new Plugin<Tint>({
      key,
      state: {
        init: () => ({ block: -1, older: [] }),
        apply: (tr, before) => ({ ...before, ...(tr.getMeta(key) as Partial<Tint> | undefined) }),
      },
      props: {
        decorations(state) {
          const { block, older, other } = key.getState(state) ?? { block: -1, older: [] }
          const found: Decoration[] = other ? hints(state.doc, other) : []
          state.doc.forEach((node, offset, index) => {
            const kinds = [index === block ? 'is-twin' : '', older.includes(index) ? 'is-older' : '']
            const kind = kinds.join(' ').trim()
            if (kind) found.push(Decoration.node(offset, offset + node.nodeSize, { class: kind }))
          })
          return DecorationSet.create(state.doc, found)
        },
      },
    }),
  ],
})

/** The other text's words in each empty paragraph, heading, list item or cell that has a counterpart. */
function hints(doc: DocNode, other: DocNode): Decoration[] {
  const found: Decoration[] = []
  doc.forEach((block, offset, index) => {
    const at = twinOf(doc, index, other)
    if (at >= 0) hintsWithin(block, offset, other.child(at), found)
  })
  return found
}

function hintsWithin(own: DocNode, at: number, twin: DocNode, found: Decoration[]): void {
  if (own.isTextblock) {
    const words = twin.textContent.trim()
    if (own.content.size === 0 && words)
      found.push(Decoration.node(at, at + own.nodeSize, { class: 'is-hinted', title: words }))
    return
  }
  own.forEach((child, offset, index) => {
    const theirs = twin.maybeChild(index)
    if (theirs) hintsWithin(child, at + 1 + offset, theirs, found)
  })
}

/**
 * The position of a block: the index of its heading, from 0 (-1: above the first), and its index under that heading.
 */
function standsAt(doc: DocNode, block: number): { heading: number; order: number } {
  let heading = -1
  let order = 0
  for (let i = 0; i <= block && i < doc.childCount; i++) {
    if (doc.child(i).type.name === 'heading') {
      heading++
      order = 0
    } else if (i > 0) order++
  }
  return { heading, order }
}

/** The index of the counterpart in the other language: at the same position under the same heading; -1 for none. */
export function twinOf(doc: DocNode, block: number, other: DocNode): number {
  const at = standsAt(doc, block)
  for (let i = 0; i < other.childCount; i++) {
    const there = standsAt(other, i)
    if (there.heading === at.heading && there.order === at.order) return i
  }
  return -1
}
