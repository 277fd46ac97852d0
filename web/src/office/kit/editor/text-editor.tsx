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

/** What the page around a text can do with it. The editor's code comes late, and with it. */
export type TextHandle = {
  editor: Editor
  /** Puts in what came from elsewhere: a restored version, or what another person saved. The cursor stays where it can. */
  replace: (html: string) => void
  /** Puts the cursor into a block of the top level, at the first place in it that is empty. */
  goTo: (block: number) => void
  /** Says in the empty paragraphs of this text what the other one has there. */
  hintFrom: (other: TextHandle) => void
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
  /** Files were dropped or pasted, and where. */
  onFiles: (files: readonly File[], place: Place) => void
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
        // Files go into the library, and from there to where they were dropped.
        handlePaste: (view, event) => takeFiles(event.clipboardData, () => edgeNear(view)),
        handleDrop: (view, event) => takeFiles(event.dataTransfer, () => edgeNear(view, event)),
      },
      onSelectionUpdate: () => told.current.onSelect(),
      onUpdate: (update) => told.current.onChange(tidyHtml(update.editor.getHTML())),
    })
    // What is pasted as a text may bring a drawing of itself along: then the text counts.
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
      editor.view.focus() // at once: what is typed next belongs there
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
