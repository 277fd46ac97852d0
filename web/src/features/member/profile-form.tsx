import { useEffect, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useErrors } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { changedFields, type ProfileChange, type ProfileValues } from './profile-values.ts'

const languages = ['en', 'zh'] as const
const ways = ['both', 'mail', 'sms', 'none'] as const

/** What a member changes of themselves without proving anything. Only what differs from `saved` is sent. */
export function ProfileForm({ saved }: { saved: ProfileValues }) {
  const t = useT()
  const { reload } = usePage()
  const session = useSession()
  const [typed, setTyped] = useState(saved)
  const [saves, setSaves] = useState(0)
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((body: ProfileChange) => api.post('/api/member/update/profile', { body }))
  const kept = JSON.stringify(saved)
  // What was saved comes back as the temple keeps it, a postal code without its spaces for one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save that changed nothing counts too
  useEffect(() => setTyped(JSON.parse(kept)), [kept, saves])

  const change = changedFields(saved, typed)
  const dirty = Object.keys(change).length > 0
  const set = (part: ProfileChange) => setTyped((old) => ({ ...old, ...part }))
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (call.pending) return
    setSubmits((count) => count + 1)
    setErrors([])
    if (!typed.name.trim()) return setErrors([{ id: 'name', key: 'member.name-missing' }])
    const result = await call.run(change)
    if (!result) return
    if (result.status !== 200) {
      const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: field }))
      setErrors(refused)
      if (refused.length === 0) toastFailure(result)
      return
    }
    await Promise.all([reload(), session.refresh()])
    setSaves((count) => count + 1)
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-8">
      <ErrorSummary errors={errors} focusKey={submits} />
      <div className="space-y-5">
        <TextField
          id="name"
          name="name"
          label={t('member.name')}
          hint={t('member.name-hint')}
          autoComplete="name"
          value={typed.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf('name')}
        />
        <TextField
          id="chineseName"
          name="chineseName"
          label={t('member.chinese-name')}
          hint={t('member.chinese-name-hint')}
          lang="zh-Hans"
          autoComplete="off"
          optional
          value={typed.chineseName}
          onChange={(event) => set({ chineseName: event.target.value })}
          error={errorOf('chineseName')}
        />
        <RadioCards
          id="locale"
          name="locale"
          legend={t('profile.language')}
          columns={2}
          value={typed.locale}
          onChange={(locale) => set({ locale })}
          error={errorOf('locale')}
          options={languages.map((value) => ({ value, title: t(`profile.language-${value}`) }))}
        />
      </div>
      <AddressFields value={typed.address} onChange={(address) => set({ address })} errorOf={errorOf} />
      <fieldset className="space-y-4">
        <legend className="mb-1 text-xl font-bold">{t('profile.letters')}</legend>
        <p className="text-ink-2">{t('profile.letters-text')}</p>
        <RadioCards
          id="reminders"
          name="reminders"
          legend={t('profile.reminders')}
          columns={2}
          value={typed.reminders}
          onChange={(reminders) => set({ reminders })}
          error={errorOf('reminders')}
          options={ways.map((value) => ({ value, title: t(`profile.reminders-${value}`) }))}
        />
        <Checkbox
          id="news"
          name="news"
          label={t('profile.news')}
          checked={typed.news}
          onChange={(event) => set({ news: event.target.checked })}
        />
      </fieldset>
      <div className="space-y-3 border-t border-line pt-5">
        <p role="status" className={`min-h-7 font-semibold ${dirty ? 'text-gold-7' : 'text-jade'}`}>
          {dirty ? t('profile.unsaved') : saves > 0 && t('profile.saved')}
        </p>
        <Button kind="primary" type="submit" wide pending={call.pending}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
