import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { changedFields, type ProfileValues } from './profile-values.ts'

const languages = ['en', 'zh'] as const
const ways = ['both', 'mail', 'sms', 'none'] as const

/** Changes the data that need no verification. Only fields that differ from `saved` are sent. */
export function ProfileForm({ saved }: { saved: ProfileValues }) {
  const t = useT()
  const { reload } = usePage()
  const session = useSession()
  const [saves, setSaves] = useState(0)
  const form = useForm({
    initial: saved,
    check: ({ name }) => (name.trim() ? [] : [{ id: 'name', key: 'member.name-missing' }]),
    send: (typed) => api.post('/api/member/update/profile', { body: changedFields(saved, typed) }),
    done: async () => {
      await Promise.all([reload(), session.refresh()])
      setSaves((count) => count + 1)
    },
  })
  const { values: typed, set, errorOf } = form
  const kept = JSON.stringify(saved)
  // After saving, the form shows the values as the server stored them, such as a postal code without spaces.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save that changed nothing counts too
  useEffect(() => set(JSON.parse(kept)), [kept, saves, set])

  const dirty = Object.keys(changedFields(saved, typed)).length > 0

  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-8">
      <ErrorSummary {...form.summary} />
      <div className="space-y-5">
        <TextField {...form.text('name')} label={t('profile.name')} hint={t('profile.name-hint')} autoComplete="name" />
        <TextField
          {...form.text('chineseName')}
          label={t('profile.chinese-name')}
          hint={t('profile.chinese-name-hint')}
          lang="zh-Hans"
          autoComplete="off"
          optional
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
        <Button kind="primary" type="submit" wide pending={form.pending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
