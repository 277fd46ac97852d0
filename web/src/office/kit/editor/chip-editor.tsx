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
  /** What it begins with. */
  text: string
  onHandle: (handle: ChipHandle | null) => void
  onChange: (text: string) => void
}

const inlineOf = (text: string) =>
  piecesOf(text).map((piece) =>
    'name' in piece ? { type: 'wordName', attrs: { name: piece.name } } : { type: 'text', text: piece.text },
  )

const documentOf = (text: string) => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({ type: 'paragraph', content: inlineOf(line) })),
})

const textOf = (editor: Editor) => editor.getText({ blockSeparator: '\n' })

/** Where a sentence is written whose names are chips. The editor's code comes late, and with it. */
export function ChipEditor(props: Props) {
  const { label, locale, describedBy, invalid } = props
  const host = useRef<HTMLDivElement>(null)
  const told = useLatest(props)
  const first = useRef(props.text)
  useEffect(() => {
    const editor = new Editor({
      element: host.current,
      extensions: [Document, Paragraph, Text, UndoRedo, Name],
      content: documentOf(first.current),
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
          if (pasted === '') return true
          const lines = pasted.replace(/\r\n?/g, '\n').split('\n')
          editor
            .chain()
            .insertContent(
              lines.length === 1
                ? inlineOf(pasted)
                : lines.map((line) => ({ type: 'paragraph', content: inlineOf(line) })),
            )
            .run()
          return true
        },
        handleDrop: (_, event) => event.dataTransfer !== null && event.dataTransfer.files.length > 0,
      },
      onUpdate: () => told.current.onChange(textOf(editor)),
    })
    const { onHandle } = told.current
    onHandle({
      replace(text) {
        if (textOf(editor) !== text) editor.commands.setContent(documentOf(text), { emitUpdate: false })
      },
      insert: (name) =>
        editor
          .chain()
          .focus()
          .insertContent(inlineOf(`{${name}}`))
          .run(),
    })
    return () => {
      onHandle(null)
      editor.destroy()
    }
  }, [label, locale, told])
  // What describes the field changes while it is written.
  useEffect(() => {
    const box = host.current?.querySelector('[role=textbox]')
    box?.setAttribute('aria-describedby', describedBy)
    box?.setAttribute('aria-invalid', String(invalid))
  }, [describedBy, invalid])
  return <div ref={host} />
}
