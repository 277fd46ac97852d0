import { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { languageTag, type Locale } from '../../../i18n/messages.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { textExtensions } from './extensions.ts'
import { tidyHtml } from './html.ts'
import { cleanPasted, cleanText, type LeftOut } from './paste.ts'
import { twinOf } from './twin.ts'
import './editor.css'

/** What the page around a text can do with it. The editor's code comes late, and with it. */
export type TextHandle = {
  editor: Editor
  /** Puts in what came from elsewhere: a restored version, or what another person saved. The cursor stays where it can. */
  replace: (html: string) => void
  /** Tints the paragraph of the other text that is the twin of the one with the cursor here, and what is older there. */
  tintTwinIn: (other: TextHandle, older: readonly number[]) => void
}

type Props = {
  /** What it is, for those who do not see where it stands: "Text, English". */
  label: string
  locale: Locale
  /** What it begins with; later changes from elsewhere come by `replaceText`. */
  html: string
  /** The editor, once it is there; null when it goes. */
  onEditor: (handle: TextHandle | null) => void // the one of the first render
  /** What was typed, as it is kept. */
  onChange: (html: string) => void
  /** The cursor went elsewhere. */
  onSelect: () => void
  onLeftOut: (leftOut: LeftOut) => void
}

/** Where a text is written. Its toolbar stands elsewhere, since both languages share one. */
export function TextEditor(props: Props) {
  const { label, locale, html } = props
  const host = useRef<HTMLDivElement>(null)
  const told = useLatest(props)
  const first = useRef(html)
  useEffect(() => {
    const editor = new Editor({
      element: host.current,
      extensions: textExtensions,
      content: first.current,
      injectCSS: false, // the page's policy allows no style but its own
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          lang: languageTag[locale],
          class: 'prose office-text',
        },
        transformPastedHTML(pasted) {
          const clean = cleanPasted(pasted)
          if (clean.leftOut.pictures + clean.leftOut.programs + clean.leftOut.marks > 0)
            told.current.onLeftOut(clean.leftOut)
          return clean.html
        },
        transformPastedText(pasted) {
          const { text, marks } = cleanText(pasted)
          if (marks > 0) told.current.onLeftOut({ pictures: 0, programs: 0, marks })
          return text
        },
        // Files are for the library: dropped here they would be lost in silence.
        handlePaste: (_, event) => keepFilesOut(event.clipboardData),
        handleDrop: (_, event) => keepFilesOut(event.dataTransfer),
      },
      onSelectionUpdate: () => told.current.onSelect(),
      onUpdate: (update) => told.current.onChange(tidyHtml(update.editor.getHTML())),
    })
    function keepFilesOut(data: DataTransfer | null): boolean {
      if (!data || data.files.length === 0 || data.types.includes('text/html')) return false
      told.current.onLeftOut({ pictures: data.files.length, programs: 0, marks: 0 })
      return true
    }
    const { onEditor } = told.current
    onEditor(handleOf(editor))
    return () => {
      onEditor(null)
      editor.destroy()
    }
  }, [label, locale, told])
  return <div ref={host} />
}

function handleOf(editor: Editor): TextHandle {
  return {
    editor,
    replace(html) {
      if (tidyHtml(editor.getHTML()) === html) return
      const { from, to } = editor.state.selection
      editor.commands.setContent(html, { emitUpdate: false })
      const end = editor.state.doc.content.size
      editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) })
    },
    tintTwinIn(other, older) {
      const block = editor.state.selection.$from.index(0)
      other.editor.commands.tintTwin(twinOf(editor.state.doc, block, other.editor.state.doc), older)
    },
  }
}
