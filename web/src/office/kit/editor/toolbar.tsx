import type { Editor } from '@tiptap/core'
import { useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/messages.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { LinkDialog } from './link-dialog.tsx'

type Tool = {
  name: MessageKey
  icon: IconName
  on: (editor: Editor) => boolean
  /** Whether the tool has no effect at the moment. */
  idle?: (editor: Editor) => boolean
  act: (editor: Editor) => void
}

const marks: Tool[] = [
  toggled('editor.bold', 'bold', 'bold', (e) => e.chain().focus().toggleBold().run()),
  toggled('editor.italic', 'italic', 'italic', (e) => e.chain().focus().toggleItalic().run()),
]
const blocks: Tool[] = [
  toggled('editor.bullets', 'bullets', 'bulletList', (e) => e.chain().focus().toggleBulletList().run()),
  toggled('editor.numbers', 'numbers', 'orderedList', (e) => e.chain().focus().toggleOrderedList().run()),
  toggled('editor.quote', 'quote', 'blockquote', (e) => e.chain().focus().toggleBlockquote().run()),
]
const steps: Tool[] = [
  {
    name: 'common.undo',
    icon: 'undo',
    on: () => false,
    idle: (e) => !e.can().undo(),
    act: (e) => e.chain().focus().undo().run(),
  },
  {
    name: 'editor.redo',
    icon: 'redo',
    on: () => false,
    idle: (e) => !e.can().redo(),
    act: (e) => e.chain().focus().redo().run(),
  },
]
const inTable: { name: MessageKey; act: (editor: Editor) => void }[] = [
  { name: 'editor.row-below', act: (e) => e.chain().focus().addRowAfter().run() },
  { name: 'editor.column-after', act: (e) => e.chain().focus().addColumnAfter().run() },
  { name: 'editor.row-away', act: (e) => e.chain().focus().deleteRow().run() },
  { name: 'editor.column-away', act: (e) => e.chain().focus().deleteColumn().run() },
  { name: 'editor.table-away', act: (e) => e.chain().focus().deleteTable().run() },
]
const styles = ['paragraph', 'h2', 'h3', 'h4'] as const
type Style = (typeof styles)[number]

function toggled(name: MessageKey, icon: IconName, node: string, act: Tool['act']): Tool {
  return { name, icon, on: (e) => e.isActive(node), act }
}

type Props = {
  /** The editor that has the cursor, or had it last. */
  editor: Editor
  /** Opens the picture library; absent where pictures are not allowed. */
  onPicture?: () => void
}

/**
 * The toolbar of a text. It is one Tab stop; arrow keys move between the tools (the "toolbar" pattern of the ARIA
 * authoring practices).
 */
export function Toolbar({ editor, onPicture }: Props) {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  const [linking, setLinking] = useState(false)
  useSyncExternalStore(
    (changed) => {
      editor.on('transaction', changed)
      return () => editor.off('transaction', changed)
    },
    () => editor.state,
  )
  const arrows = (event: KeyboardEvent) => {
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: stops.length - 1 - at }[event.key]
    if (step === undefined || at < 0) return
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  const tool = ({ name, icon, on, idle, act }: Tool) => (
    <ToolButton
      key={name}
      label={t(name)}
      icon={icon}
      on={on(editor)}
      idle={idle?.(editor)}
      onPress={() => act(editor)}
    />
  )
  const atTable = editor.isActive('table')
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editor.tools')}
      tabIndex={-1}
      onKeyDown={arrows}
      className="flex flex-wrap items-center gap-1 px-3 max-lg:gap-0.5 max-lg:px-2 py-2"
    >
      <StyleSelect editor={editor} />
      <Divider />
      {marks.map(tool)}
      <ToolButton label={t('editor.link')} icon="link" on={editor.isActive('link')} onPress={() => setLinking(true)} />
      <Divider />
      {blocks.map(tool)}
      <ToolButton
        label={t('editor.table')}
        icon="table"
        on={atTable}
        onPress={() => atTable || editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()}
      />
      {onPicture && (
        <button type="button" tabIndex={-1} className="btn btn-2 min-h-11 px-3 py-1" onClick={onPicture}>
          <Icon name="picture" size={20} />
          {t('editor.picture')}
        </button>
      )}
      <Divider />
      {steps.map(tool)}
      {atTable && (
        <div className="flex w-full flex-wrap gap-1 border-t border-line pt-2">
          {inTable.map(({ name, act }) => (
            <button
              key={name}
              type="button"
              tabIndex={-1}
              className="min-h-11 rounded-full px-3 text-sm font-semibold hover:bg-gold-1"
              onClick={() => act(editor)}
            >
              {t(name)}
            </button>
          ))}
        </div>
      )}
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}

function StyleSelect({ editor }: { editor: Editor }) {
  const t = useT()
  const level = styles.find((style) => style !== 'paragraph' && editor.isActive('heading', { level: Number(style[1]) }))
  const choose = (style: Style) => {
    const chain = editor.chain().focus()
    if (style === 'paragraph') chain.setParagraph().run()
    else chain.setHeading({ level: Number(style[1]) as 2 | 3 | 4 }).run()
  }
  return (
    <select
      aria-label={t('editor.style')}
      className="field min-h-11 w-auto py-1 font-semibold"
      value={level ?? 'paragraph'}
      onChange={(event) => choose(event.target.value as Style)}
    >
      {styles.map((style) => (
        <option key={style} value={style}>
          {t(`editor.style-${style}`)}
        </option>
      ))}
    </select>
  )
}

function ToolButton(props: { label: string; icon: IconName; on: boolean; idle?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={props.label}
      aria-pressed={props.on}
      aria-disabled={props.idle || undefined}
      onMouseDown={(event) => event.preventDefault()} // keeps the selection in the text
      onClick={() => props.idle || props.onPress()}
      className={`grid h-11 w-11 place-items-center rounded-ctl aria-disabled:opacity-40 ${props.on ? 'bg-gold-1' : 'hover:bg-paper-2'}`}
    >
      <Icon name={props.icon} size={20} />
      <span className="sr-only">{props.label}</span>
    </button>
  )
}

function Divider() {
  return <span aria-hidden="true" className="mx-1 h-6 w-px bg-line max-lg:hidden" />
}
