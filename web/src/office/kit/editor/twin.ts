import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    twinTint: {
      /** Tints the block with that number of the top level, and those that are older than their twin; -1 tints none. */
      tintTwin: (block: number, older: readonly number[]) => ReturnType
      /** The text in the other language, whose words stand as a hint where this one is still empty. */
      hintFrom: (other: DocNode) => ReturnType
    }
  }
}

type Tint = { block: number; older: readonly number[]; other?: DocNode }

const key = new PluginKey<Tint>('twinTint')

/** The paragraph that is the twin of the one with the cursor, in the other language, is tinted; so are those to look at. */
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

/** The other text's words in each empty paragraph, heading, line of a list or cell that has a twin. */
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

/** The position of a block: the index of its heading, from 0 (-1: above the first), and its index under that heading. */
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

/** The number of the block that says the same in the other language: at the same place below the same heading; -1 for none. */
export function twinOf(doc: DocNode, block: number, other: DocNode): number {
  const at = standsAt(doc, block)
  for (let i = 0; i < other.childCount; i++) {
    const there = standsAt(other, i)
    if (there.heading === at.heading && there.order === at.order) return i
  }
  return -1
}
