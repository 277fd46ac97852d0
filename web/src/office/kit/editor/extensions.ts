import { Extension, type Extensions } from '@tiptap/core'
import Blockquote from '@tiptap/extension-blockquote'
import Bold from '@tiptap/extension-bold'
import Document from '@tiptap/extension-document'
import HardBreak from '@tiptap/extension-hard-break'
import Heading from '@tiptap/extension-heading'
import HorizontalRule from '@tiptap/extension-horizontal-rule'
import Italic from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import Paragraph from '@tiptap/extension-paragraph'
import Strike from '@tiptap/extension-strike'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import Text from '@tiptap/extension-text'
import Underline from '@tiptap/extension-underline'
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions'
import { imeSpan } from 'prosemirror-safari-ime-span'
import { OtherLanguage, Subscript, Superscript, TextLink } from './marks.ts'
import { Figure, FigureCaption, Meaning, Picture, PlainTable, Ruby, TableCaption, Term, Terms } from './nodes.ts'
import { TwinTint } from './twin.ts'

/** Without this, Safari loses composed text (pinyin) at the edge of a node. */
const SafariComposition = Extension.create({ name: 'safariComposition', addProseMirrorPlugins: () => [imeSpan] })

/** Preserves the lang attribute of blocks. */
const BlockLanguage = Extension.create({
  name: 'blockLanguage',
  addGlobalAttributes: () => [
    { types: ['paragraph', 'heading', 'blockquote', 'listItem'], attributes: { lang: { default: null } } },
  ],
})

/** What a text can contain: exactly what the server's `markup` package allows. */
export const textExtensions: Extensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [2, 3, 4] }),
  Bold,
  Italic,
  Underline,
  Strike,
  Subscript,
  Superscript,
  TextLink,
  OtherLanguage,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Blockquote,
  HorizontalRule,
  HardBreak,
  PlainTable.configure({ resizable: false }),
  TableCaption,
  TableRow,
  TableHeader,
  TableCell,
  Picture,
  Figure,
  FigureCaption,
  Terms,
  Term,
  Meaning,
  Ruby,
  BlockLanguage,
  UndoRedo,
  Dropcursor,
  Gapcursor,
  SafariComposition,
  TwinTint,
]
