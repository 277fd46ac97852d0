import { Mark, mergeAttributes } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textLink: {
      /** Links the selected text, or changes the link at the cursor; an empty URL removes the link. */
      setTextLink: (href: string, newTab: boolean) => ReturnType
    }
  }
}

/** A link with a URL and whether it opens in a new tab. The server adds `rel`. */
export const TextLink = Mark.create({
  name: 'link',
  priority: 1000, // outside bold and italic, as the server writes it
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

/** Words in another language than the surrounding text: a screen reader changes its voice. */
export const OtherLanguage = Mark.create({
  name: 'otherLanguage',
  addAttributes: () => ({ lang: { default: null } }),
  parseHTML: () => [{ tag: 'span[lang]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})
