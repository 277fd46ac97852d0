import { Node } from '@tiptap/core'
import { Table } from '@tiptap/extension-table'

/** A table without widths: Tiptap would write them as `style` and `colgroup`, which the server removes. */
export const PlainTable = Table.extend({
  content: 'tableCaption? tableRow+',
  addNodeView: () => null,
  renderHTML: () => ['table', 0],
})

export const TableCaption = Node.create({
  name: 'tableCaption',
  content: 'inline*',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'caption' }],
  renderHTML: () => ['caption', 0],
})

/** A library picture, or one built into the program. The library has its description, for all uses. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null } }),
  parseHTML: () => [{ tag: 'img[src^="/media/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => (view) => {
    const dom = document.createElement('img')
    dom.src = String(view.node.attrs.src)
    dom.alt = '' // the library has its description
    return { dom }
  },
})

/** A picture with a caption. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'picture figureCaption?',
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})

export const FigureCaption = Node.create({
  name: 'figureCaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

/** Terms and their definitions (<dl>). */
export const Terms = Node.create({
  name: 'terms',
  group: 'block',
  content: '(term | meaning)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: () => ['dl', 0],
})
export const Term = Node.create({
  name: 'term',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: () => ['dt', 0],
})
export const Meaning = Node.create({
  name: 'meaning',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: () => ['dd', 0],
})

/** A word with its reading above (<ruby>): kept unchanged, and deleted as a whole. */
export const Ruby = Node.create({
  name: 'ruby',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    parts: {
      default: [] as [string, string][],
      rendered: false,
      parseHTML: (element) =>
        [...element.childNodes].map((part): [string, string] => [part.nodeName.toLowerCase(), part.textContent ?? '']),
    },
  }),
  parseHTML: () => [{ tag: 'ruby' }],
  renderHTML({ node }) {
    const parts = node.attrs.parts as [string, string][]
    return ['ruby', ...parts.map(([name, text]) => (name === 'rt' || name === 'rp' ? [name, text] : ['span', text]))]
  },
})
