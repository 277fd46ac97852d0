import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Member } from './member-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

const longest = 60

/**
 * The reading (pronunciation) of a member's Chinese name, with a form to correct it, because no dictionary has every
 * name.
 */
export function MemberReading({ member }: { member: Member }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { name, chineseName, reading } = member
  if (!reading && !/\p{Script=Han}/u.test(name + chineseName)) return null
  return (
    <div className="-mt-3 mb-3 flex items-center gap-2 text-ink-2">
      <p className="min-w-0 wrap-anywhere">
        {reading ? t('members.reading-set', { reading }) : t('members.reading-none')}
      </p>
      <IconButton icon="edit" label={t('members.reading-change')} onClick={() => setOpen(true)} />
      <ActDialog open={open} onClose={() => setOpen(false)} title={t('members.reading')}>
        <Form member={member} onClose={() => setOpen(false)} />
      </ActDialog>
    </div>
  )
}

function Form({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: { reading: member.reading },
      send: (body) => api.put('/api/admin/member/{id}/reading', { params: { id: member.id }, body }),
      done: () => {
        toast({ text: 'members.reading-saved', type: 'success' })
        onClose()
      },
    },
    'members',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField
        label={member.chineseName || member.name}
        hint={t('members.reading-hint')}
        maxLength={longest}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        {...form.text('reading')}
      />
      <DialogButtons label={t('common.save')} act={form} onClose={onClose} />
    </form>
  )
}
