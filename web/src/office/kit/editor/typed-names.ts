import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Turns a placeholder typed with its braces into a chip, after input-method composition has ended. `names` include the
 * braces.
 */
export function typedNames(names: readonly string[]) {
  return Extension.create({
    name: 'typedNames',
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin({
          appendTransaction(transactions, _, state) {
            const chip = state.schema.nodes.wordName
            if (!chip || editor.view.composing || !transactions.some(({ docChanged }) => docChanged)) return null
            const found: { from: number; name: string }[] = []
            state.doc.descendants((node, from) => {
              for (const name of names)
                for (let at = node.text?.indexOf(name) ?? -1; at >= 0; at = node.text?.indexOf(name, at + 1) ?? -1)
                  found.push({ from: from + at, name })
            })
            if (found.length === 0) return null
            const change = state.tr
            // From the end, so that earlier positions stay valid.
            for (const { from, name } of found.sort((a, b) => b.from - a.from))
              change.replaceWith(from, from + name.length, chip.create({ name: name.slice(1, -1) }))
            return change
          },
        }),
      ]
    },
  })
}
