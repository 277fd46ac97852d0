import type { Editor } from '@tiptap/core'
import { useState, type FormEvent } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { addressOf } from './address.ts'

/** Edits the target of a link. A page of this site is stored as a path; the language is added for each reader. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT()
  const before = editor.getAttributes('link') as { href?: string; target?: string | null }
  const [href, setHref] = useState(before.href ?? '')
  const [newTab, setNewTab] = useState(before.target === '_blank')
  const [wrong, setWrong] = useState(false)
  const empty = editor.state.selection.empty && before.href === undefined
  const put = (address: string) => {
    if (empty && address) {
      editor
        .chain()
        .focus()
        .insertContent({
          type: 'text',
          text: address,
          marks: [{ type: 'link', attrs: { href: address, target: newTab ? '_blank' : null } }],
        })
        .run()
    } else editor.chain().focus().setTextLink(address, newTab).run()
    onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const address = addressOf(href)
    if (address) put(address)
    else setWrong(true)
  }
  return (
    <Dialog open onClose={onClose} title={t('editor.link')}>
      <form noValidate onSubmit={save} className="space-y-4">
        <TextField
          label={t('editor.link-address')}
          hint={t('editor.link-hint')}
          error={wrong ? t('editor.link-wrong') : undefined}
          value={href}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setHref(event.target.value)
            setWrong(false)
          }}
        />
        <Checkbox
          label={t('editor.link-new-tab')}
          checked={newTab}
          onChange={(event) => setNewTab(event.target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            {t('editor.link-set')}
          </Button>
          {before.href !== undefined && <Button onClick={() => put('')}>{t('editor.link-away')}</Button>}
        </div>
      </form>
    </Dialog>
  )
}
