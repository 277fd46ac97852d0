import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { chosen } from '../../domain/order.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { toastUnexpected } from '../../forms/use-act.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { payerErrors } from './check.ts'
import { accountOf, type Payer } from './draft.ts'
import { Frame, pathOf } from './frame.tsx'
import { KnownDevotee } from './known-devotee.tsx'
import { recognise } from './recognise.ts'
import { sumOf } from './sum.ts'
import { useDraft } from './use-draft.ts'
import { useLines } from './use-offerings.ts'
import { earlierQuery } from './walk-in-queries.ts'

/** The third screen: the payer. The mobile number comes first: for a known devotee it is enough. */
export function PayerStep({ user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { draft, problems, change } = useDraft(user.id)
  const { lines } = useLines(draft.items)
  const [asking, setAsking] = useState(false)
  const [nameless, setNameless] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const mobile = useRef<HTMLInputElement>(null)
  const errors = payerErrors(problems)
  const { payer } = draft
  const account = accountOf(draft)
  const missing = nameless && !account && payer.name.trim() === '' && payer.chineseName.trim() === ''
  const needsAccount = !account && (lines?.some(({ item }) => item.order.term !== 'once') ?? false)
  const stuck =
    !account && (lines?.some(({ item, offering }) => !chosen(offering, item.order)?.terms.includes('once')) ?? false)
  const refused = errors.has('mobile') ? 'mobile' : errors.size > 0 ? 'other' : undefined
  useEffect(() => {
    if (refused) (refused === 'mobile' ? mobile : name).current?.focus()
  }, [refused])
  if (draft.items.length === 0) return <Redirect to={pathOf('items')} replace />

  const write = (part: Partial<Payer>) => change((now) => ({ ...now, payer: { ...now.payer, ...part } }))
  /** Looks up a complete number, and fills in the known person. */
  async function look(typed: string) {
    if (typed.replace(/\D/g, '').length < 8) return
    setAsking(true)
    try {
      const found = await client.fetchQuery(earlierQuery(typed, locale))
      if (found.mobile) change((now) => (now.payer.mobile === typed ? recognise(now, found) : now))
    } catch (failure) {
      console.error(failure)
      toastUnexpected()
    }
    setAsking(false)
  }
  function goOn() {
    if (stuck) return mobile.current?.focus()
    if (account || payer.name.trim() || payer.chineseName.trim()) return navigate(pathOf('pay'))
    setNameless(true)
    name.current?.focus()
  }
  const field = (key: keyof Payer) => ({
    label: t(`walk-in.${key}`),
    value: payer[key],
    error: errors.get(key) ?? (key === 'name' && missing ? t('walk-in.name-needed') : undefined),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => write({ [key]: event.target.value }),
  })
  return (
    <Frame step="payer" count={draft.items.length} cents={lines && sumOf(lines)} onNext={goOn}>
      <div className="max-w-3xl space-y-6">
        <Panel as="div" className="space-y-5">
          <TextField
            {...field('mobile')}
            ref={mobile}
            optional
            hint={asking ? t('common.loading') : t('walk-in.mobile-hint')}
            type="tel"
            inputMode="tel"
            className="max-w-md text-2xl font-bold tabular-nums"
            onChange={(event) => {
              const typed = event.target.value
              change((now) => ({
                ...now,
                known: null,
                book: [],
                forAccount: false,
                payer: { ...now.payer, mobile: typed },
              }))
            }}
            onBlur={(event) => !draft.known && void look(event.target.value)}
          />
          {draft.known && (
            <KnownDevotee
              known={draft.known}
              chosen={draft.forAccount}
              error={errors.get('account')}
              onChoose={(forAccount) => change((now) => ({ ...now, forAccount }))}
            />
          )}
          {!account && (
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...field('chineseName')} optional lang="zh-Hans" spellCheck={false} />
              <TextField {...field('name')} ref={name} spellCheck={false} autoCapitalize="words" />
              <TextField
                {...field('email')}
                optional
                type="email"
                hint={t('walk-in.email-hint')}
                autoCapitalize="none"
                spellCheck={false}
              />
            </div>
          )}
        </Panel>
        {needsAccount && !stuck && <Notice kind="warning">{t('walk-in.term-dropped')}</Notice>}
        {stuck && (
          <Notice kind="error" role="alert">
            {t('fault.term-needs-account')}
          </Notice>
        )}
        <RadioCards
          legend={t('office.field.notice-language')}
          name="walk-in-locale"
          columns={2}
          value={draft.locale}
          onChange={(value) => change((now) => ({ ...now, locale: value === 'zh' ? 'zh' : 'en' }))}
          options={[
            { value: 'en', title: 'English' },
            { value: 'zh', title: <span lang="zh-Hans">中文</span> },
          ]}
        />
      </div>
    </Frame>
  )
}
