import { Editor, Node } from '@tiptap/core'
import Document from '@tiptap/extension-document'
import Paragraph from '@tiptap/extension-paragraph'
import Text from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { useEffect, useRef } from 'react'
import { languageTag, type Locale } from '../../../i18n/messages.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { chip } from './chips.tsx'
import { piecesOf } from './pieces.ts'
import { aroundNames } from './around-names.ts'
import { typedNames } from './typed-names.ts'

/** A name that the program fills in: moved and taken out as one letter, never typed into. */
const Name = Node.create({
  name: 'wordName',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML: () => [
    { tag: 'span[data-name]', getAttrs: (element) => ({ name: element.getAttribute('data-name') ?? '' }) },
  ],
  renderHTML: ({ node }) => {
    const name = String(node.attrs.name)
    return ['span', { 'data-name': name, class: chip }, name]
  },
  renderText: ({ node }) => `{${String(node.attrs.name)}}`,
})

/** What the field around the text can do with it. */
export type ChipHandle = {
  /** Puts in another sentence. */
  replace: (text: string) => void
  /** Puts a name in where the cursor stands. */
  insert: (name: string) => void
}

type Props = {
  label: string
  describedBy: string
  invalid: boolean
  locale: Locale
  /** What the program fills in here, each with its braces: these alone are chips. */
  names: readonly string[]
  /** What it begins with. */
  text: string
  onHandle: (handle: ChipHandle | null) => void
  onChange: (text: string) => void
}

const inlineOf = (text: string, names: readonly string[]) =>
  piecesOf(text, names).map((piece) =>
    'name' in piece ? { type: 'wordName', attrs: { name: piece.name } } : { type: 'text', text: piece.text },
  )

const linesOf = (text: string, names: readonly string[]) =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => ({ type: 'paragraph', content: inlineOf(line, names) }))

const documentOf = (text: string, names: readonly string[]) => ({ type: 'doc', content: linesOf(text, names) })

/** What is pasted or dropped into a line stays in it. */
const putIn = (text: string, names: readonly string[]) =>
  /[\r\n]/.test(text) ? linesOf(text, names) : inlineOf(text, names)

const textOf = (editor: Editor) => editor.getText({ blockSeparator: '\n' })

/** Where a sentence is written whose names are chips. The editor's code comes late, and with it. */
export function ChipEditor(props: Props) {
  const { label, locale, describedBy, invalid, names } = props
  const host = useRef<HTMLDivElement>(null)
  const told = useLatest(props)
  const first = useRef(props.text)
  const known = names.join()
  useEffect(() => {
    const chips = known === '' ? [] : known.split(',')
    const editor = new Editor({
      element: host.current,
      extensions: [Document, Paragraph, Text, UndoRedo, Name, typedNames(chips), aroundNames],
      content: documentOf(first.current, chips),
      coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
      injectCSS: false, // the page's policy allows no style but its own
      enableInputRules: false,
      editorProps: {
        attributes: () => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-describedby': told.current.describedBy,
          'aria-invalid': String(told.current.invalid),
          lang: languageTag[locale],
          class: 'field h-auto min-h-16 whitespace-break-spaces wrap-anywhere',
        }),
        // Only words are pasted; names among them become chips as in the sentence.
        handlePaste(_, event) {
          const pasted = event.clipboardData?.getData('text/plain') ?? ''
          if (pasted !== '') editor.commands.insertContent(putIn(pasted, chips))
          return true
        },
        // A chip is dragged within its field; from elsewhere words come, as when they are pasted.
        handleDrop(view, event) {
          if (view.dragging) return false
          const dropped = event.dataTransfer?.getData('text/plain') ?? ''
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (dropped !== '' && at) editor.commands.insertContentAt(at.pos, putIn(dropped, chips))
          return true
        },
      },
      onUpdate: () => told.current.onChange(textOf(editor)),
    })
    const { onHandle } = told.current
    onHandle({
      replace(text) {
        if (textOf(editor) !== text) editor.commands.setContent(documentOf(text, chips), { emitUpdate: false })
      },
      insert: (name) =>
        editor
          .chain()
          .focus()
          .insertContent(inlineOf(`{${name}}`, chips))
          .run(),
    })
    return () => {
      onHandle(null)
      editor.destroy()
    }
  }, [label, locale, known, told])
  // What describes the field changes while it is written.
  useEffect(() => {
    const box = host.current?.querySelector('[role=textbox]')
    box?.setAttribute('aria-describedby', describedBy)
    box?.setAttribute('aria-invalid', String(invalid))
  }, [describedBy, invalid])
  return <div ref={host} />
}
