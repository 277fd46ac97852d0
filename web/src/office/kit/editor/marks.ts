import { Mark, mergeAttributes } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textLink: {
      /** Makes the selected text, or the link that the cursor is in, lead to an address; an empty one takes the link away. */
      setTextLink: (href: string, newTab: boolean) => ReturnType
    }
  }
}

/** A link, with an address and whether it opens a tab of its own. The server adds `rel`. */
export const TextLink = Mark.create({
  name: 'link',
  priority: 1000, // around bold and italic, as readers and the server write it
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, target: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes), 0],
  addCommands() {
    return {
      setTextLink:
        (href, newTab) =>
        ({ chain }) => {
          const whole = chain().extendMarkRange(this.name)
          return href === ''
            ? whole.unsetMark(this.name).run()
            : whole.setMark(this.name, { href, target: newTab ? '_blank' : null }).run()
        },
    }
  },
})

const plain = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

export const Subscript = plain('subscript', 'sub').extend({ excludes: 'superscript' })
export const Superscript = plain('superscript', 'sup').extend({ excludes: 'subscript' })

/** Words of another language than the text around them: a screen reader changes its voice. */
export const OtherLanguage = Mark.create({
  name: 'otherLanguage',
  addAttributes: () => ({ lang: { default: null } }),
  parseHTML: () => [{ tag: 'span[lang]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})
