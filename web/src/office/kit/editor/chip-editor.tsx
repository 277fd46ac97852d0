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

/** A placeholder that the program fills in: moved and deleted as a unit, not editable inside. */
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

/** The methods for the field around the text. */
export type ChipHandle = {
  /** Replaces the text. */
  replace: (text: string) => void
  /** Inserts a placeholder at the cursor. */
  insert: (name: string) => void
}

type Props = {
  label: string
  describedBy: string
  invalid: boolean
  locale: Locale
  /** The allowed placeholders, each with its braces: only these become chips. */
  names: readonly string[]
  /** The initial text. */
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

/** Text pasted or dropped into a single-line field stays on one line. */
const putIn = (text: string, names: readonly string[]) =>
  /[\r\n]/.test(text) ? linesOf(text, names) : inlineOf(text, names)

const textOf = (editor: Editor) => editor.getText({ blockSeparator: '\n' })

/** An editor for a text whose placeholders are chips. The editor library loads on demand with it. */
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
      injectCSS: false, // the content security policy allows only the page's own style sheets
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
        // Only text is pasted; placeholders in it become chips.
        handlePaste(_, event) {
          const pasted = event.clipboardData?.getData('text/plain') ?? ''
          if (pasted !== '') editor.commands.insertContent(putIn(pasted, chips))
          return true
        },
        // A chip can be dragged within its field; from elsewhere only text is inserted.
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
  // The field's description may change during editing.
  useEffect(() => {
    const box = host.current?.querySelector('[role=textbox]')
    box?.setAttribute('aria-describedby', describedBy)
    box?.setAttribute('aria-invalid', String(invalid))
  }, [describedBy, invalid])
  return <div ref={host} />
}
