import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useTold } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refresh } from '../kit/query/refresh.ts'
import { SelectField } from '../kit/field/select-field.tsx'
import { BothTexts } from './both-texts.tsx'
import type { Entry, EntryText } from './ceremony-queries.ts'
import { PeopleFields } from './people-fields.tsx'
import { PetitionFields } from './petition-fields.tsx'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

const reasons = ['typed-wrong', 'family-asked', 'rare-character', 'house-format', 'too-long'] as const
type Reason = (typeof reasons)[number]

type Props = { begun: Entry; entry: Entry; onDone: () => void; onClose: () => void }

/**
 * Changes the print text; the earlier one is kept in the history. If a colleague has changed it meanwhile, both texts
 * are shown, and nothing typed is lost.
 */
export function CorrectForm({ begun, entry, onDone, onClose }: Props) {
  const t = useT()
  const client = useQueryClient()
  const [text, setText] = useState<EntryText>(begun.text)
  const [reason, setReason] = useState<Reason>('typed-wrong')
  const [right, setRight] = useState(true)
  // The revision that the user has seen: after a conflict, the newer one that is shown beside it.
  const [seen, setSeen] = useState(begun.revision)
  const [other, setOther] = useTold()
  const set = (part: Partial<EntryText>) => setText((before) => ({ ...before, ...part }))
  const form = useOfficeForm(
    {
      read: () => ({ revision: seen, text, reason, right }),
      send: (body, keyFor) =>
        api.post('/api/admin/entry/{id}/correct', { params: { id: entry.id }, body, idempotencyKey: keyFor(body) }),
      done: () => {
        onDone()
      },
      refused: (result) => {
        if (result.status !== 400 || result.body.code !== 'list-entry-changed') return undefined
        setOther(result.body)
        void refresh(client, 'ceremonies')
        return []
      },
    },
    'ceremonies',
  )
  const conflict = entry.revision > seen ? other : undefined
  const surname = text.kind === 'ancestors' || text.kind === 'infant'
  return (
    <Panel size="s" aria-labelledby="correct">
      <h3 id="correct" className="text-xl">
        {t('office.key-correct')}
      </h3>
      <form
        noValidate
        onSubmit={form.onSubmit}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="mt-3 space-y-4"
      >
        {surname && (
          <TextField
            id="text.surname"
            label={t('ceremonies.surname')}
            lang="zh-Hans"
            maxLength={80}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the E key opens it to type at once
            autoFocus
            className="font-names text-xl"
            value={text.surname ?? ''}
            error={form.errorOf('text.surname')}
            onChange={(event) => set({ surname: event.target.value })}
          />
        )}
        {(text.kind === 'departed' || text.kind === 'living') && (
          <PeopleFields
            list="people"
            legend={t(text.kind === 'departed' ? 'ceremonies.people-departed' : 'ceremonies.people-living')}
            people={text.people ?? []}
            beside={text.kind === 'departed' ? 'honorific' : entry.kind === 'petition' ? 'relation' : undefined}
            born={entry.kind === 'petition'}
            errorOf={form.errorOf}
            onChange={(people) => set({ people })}
            first
          />
        )}
        {entry.kind === 'petition' && <PetitionFields text={text} errorOf={form.errorOf} onChange={set} />}
        {text.kind !== 'living' && (
          <PeopleFields
            list="dedicators"
            legend={t('ceremonies.dedicators')}
            people={text.dedicators ?? []}
            beside="relation"
            errorOf={form.errorOf}
            onChange={(dedicators) => set({ dedicators })}
            first={text.kind === 'creditors'}
          />
        )}
        <SelectField
          id="reason"
          label={t('ceremonies.reason')}
          value={reason}
          onChange={(value) => setReason(reasons.find((one) => one === value) ?? reason)}
          options={reasons.map((one) => [one, t(`ceremonies.reason-${one}`)] as const)}
        />
        <Checkbox
          label={t('ceremonies.right-too')}
          checked={right}
          onChange={(event) => setRight(event.target.checked)}
        />
        {conflict && (
          <BothTexts
            said={conflict}
            theirs={entry.text}
            mine={text}
            onTheirs={onClose}
            onMine={() => {
              setSeen(entry.revision)
              setOther()
            }}
          />
        )}
        <DialogButtons
          label={t('ceremonies.save-correction')}
          disabled={conflict !== undefined}
          act={form}
          onClose={onClose}
        />
      </form>
    </Panel>
  )
}
