import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { Seal } from '../ui/art/seal.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { PageTop } from './kit/layout/page-top.tsx'
import { areasOf } from './areas.ts'
import { useOfficeSession, type StaffUser } from './kit/session/session.tsx'
import { useRoleWords } from './kit/session/use-role-words.ts'

type Props = { onLocale: (locale: Locale) => void }

/** Shown when no user is logged in. Links to the login on the public site, which leads back here. */
export function LoginRequired({ onLocale }: Props) {
  const t = useT()
  const locale = useLocale()
  const back = encodeURIComponent(location.pathname + location.search)
  return (
    <Gate onLocale={onLocale} title={t('office.door')} text={t('office.door-text')}>
      <a href={`${locale === 'zh' ? '/zh' : ''}/member/login?redirect=${back}`} className={buttonClass('primary')}>
        {t('common.login')}
      </a>
      <a href={locale === 'zh' ? '/zh' : '/'} className={buttonClass('quiet')}>
        {t('office.to-site')}
      </a>
    </Gate>
  )
}

/** Shown after the password, when a second factor must be set up before anything else. */
export function SecondFactorRequired({ onLocale }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <Gate onLocale={onLocale} title={t('office.factor')} text={t('office.factor-text')}>
      <a href={`${locale === 'zh' ? '/zh' : ''}/member/second-factor`} className={buttonClass('primary')}>
        {t('office.factor-button')}
      </a>
      <a href={locale === 'zh' ? '/zh' : '/'} className={buttonClass('quiet')}>
        {t('office.to-site')}
      </a>
    </Gate>
  )
}

/** Shown to users who are not staff. */
export function Forbidden({ onLocale }: Props) {
  const t = useT()
  const locale = useLocale()
  const { user, logout } = useOfficeSession()
  const [pending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    if (!(await logout())) toast({ text: 'message.unexpected-error', type: 'error' })
    setPending(false)
  }
  return (
    <Gate onLocale={onLocale} eyebrow="403" title={t('office.no-role')} text={t('office.no-role-text')}>
      <p className="w-full text-ink-2">{t('office.signed-in-as', { who: user?.name ?? '' })}</p>
      <Button kind="primary" icon="out" pending={pending} onClick={() => void leave()}>
        {t('common.logout')}
      </Button>
      <a href={locale === 'zh' ? '/zh' : '/'} className={buttonClass('quiet')}>
        {t('office.to-site')}
      </a>
    </Gate>
  )
}

/** Shown when the session could not be loaded. */
export function Unreached({ onLocale, onAgain }: Props & { onAgain: () => void }) {
  const t = useT()
  return (
    <Gate onLocale={onLocale} title={t('office.unreached')} text={t('office.unreached-text')}>
      <Button kind="primary" onClick={onAgain}>
        {t('common.try-again')}
      </Button>
    </Gate>
  )
}

/** The card shown instead of the office to users without access. */
export function Gate(props: Props & { eyebrow?: string; title: string; text: string; children?: ReactNode }) {
  const t = useT()
  return (
    <div className="lattice flex min-h-dvh flex-col bg-lacquer">
      <header className="wrap flex w-full items-center justify-between py-3 text-gold-1">
        <p className="flex items-center gap-3 text-lg font-bold">
          <Seal className="h-10 w-10" />
          {t('office.brand')}
        </p>
        <LanguageSwitch onLocale={props.onLocale} />
      </header>
      <main className="wrap flex w-full grow items-center justify-center py-10">
        <div className="card w-full max-w-lg p-7 text-center sm:p-10">
          <Seal className="mx-auto mb-5 h-16 w-16" />
          {props.eyebrow && <p className="font-bold text-gold-7">{props.eyebrow}</p>}
          <PageTop title={props.title} text={props.text} />
          <div className="flex flex-wrap justify-center gap-3">{props.children}</div>
        </div>
      </main>
    </div>
  )
}

/** Shown to roles without an area of their own, and for addresses that do not exist. */
export function Welcome({ user, lost = false }: { user: StaffUser; lost?: boolean }) {
  const t = useT()
  const words = useRoleWords()
  const [first] = areasOf(user.roles)
  return (
    <div className="card mx-auto max-w-2xl p-7 sm:p-10">
      <PageTop
        title={lost ? t('office.lost') : t('office.hello', { who: user.name })}
        text={lost ? t('office.lost-text') : t('office.hello-text', { roles: words(user.roles) })}
      />
      {first ? (
        <Link href={`/${first.id}`} className={buttonClass('primary')}>
          {t('office.lost-to', { area: t(`office.area-${first.id}`) })}
        </Link>
      ) : (
        <p>{t('office.hello-more')}</p>
      )}
    </div>
  )
}
