import { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { languageTag, type Locale } from '../../../i18n/messages.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { edgeNear, placeAt, type Place } from './dropped.ts'
import { textExtensions } from './extensions.ts'
import { tidyHtml } from './html.ts'
import { cleanPasted, cleanText, type LeftOut } from './paste.ts'
import { twinOf } from './twin.ts'
import './editor.css'

/** The methods of a text editor for the page around it. The editor library loads on demand with it. */
export type TextHandle = {
  editor: Editor
  /** Replaces the text: with a restored version, or what another person saved. The cursor stays where possible. */
  replace: (html: string) => void
  /** Moves the cursor to a top-level block, at its first empty place. */
  goTo: (block: number) => void
  /** Shows the other language's text as a hint in empty paragraphs. */
  hintFrom: (other: TextHandle) => void
  /** Highlights the paragraph of the other text that matches the one with the cursor, and outdated paragraphs there. */
  tintTwinIn: (other: TextHandle, older: readonly number[]) => void
}

type Props = {
  /** The accessible name: "Text, English". */
  label: string
  locale: Locale
  /** The initial text; later external changes come through `replaceText`. */
  html: string
  /** Called with the editor once it is ready; with null when it is unmounted. */
  onEditor: (handle: TextHandle | null) => void // only that of the first render is used
  /** Called with the HTML of the typed text, as it is stored. */
  onChange: (html: string) => void
  /** Called when the cursor moves. */
  onSelect: () => void
  onLeftOut: (leftOut: LeftOut) => void
  /** Called with dropped or pasted files, and their position. */
  onFiles: (files: readonly File[], place: Place) => void
}

/** A rich text editor. Its toolbar is separate, because both languages share one. */
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
      injectCSS: false, // the content security policy allows only the page's own style sheets
      editorProps: {
        attributes: {
          id: `text-html-${locale}`,
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
        // Files are uploaded to the library, and inserted where they were dropped.
        handlePaste: (view, event) => takeFiles(event.clipboardData, () => edgeNear(view)),
        handleDrop: (view, event) => takeFiles(event.dataTransfer, () => edgeNear(view, event)),
      },
      onSelectionUpdate: () => told.current.onSelect(),
      onUpdate: (update) => told.current.onChange(tidyHtml(update.editor.getHTML())),
    })
    // Pasted text may include a picture of itself: then the text is used.
    function takeFiles(data: DataTransfer | null, at: () => number): boolean {
      if (!data || data.files.length === 0 || data.types.includes('text/html')) return false
      told.current.onFiles([...data.files], placeAt(editor, at()))
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
    goTo(block) {
      const { doc } = editor.state
      const at = Math.min(block, doc.childCount - 1)
      let start = 0
      for (let i = 0; i < at; i++) start += doc.child(i).nodeSize
      let to = -1
      doc.child(at).descendants((node, pos) => {
        if (to < 0 && node.isTextblock && node.content.size === 0) to = start + 1 + pos + 1
      })
      editor
        .chain()
        .setTextSelection(to < 0 ? start + 1 : to)
        .scrollIntoView()
        .run()
      editor.view.focus() // at once, because further typing belongs there
    },
    hintFrom(other) {
      editor.commands.hintFrom(other.editor.state.doc)
    },
    tintTwinIn(other, older) {
      other.editor.commands.hintFrom(editor.state.doc)
      const block = editor.state.selection.$from.index(0)
      other.editor.commands.tintTwin(twinOf(editor.state.doc, block, other.editor.state.doc), older)
    },
  }
}
