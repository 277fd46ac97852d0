import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { Seal } from '../ui/art/seal.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast-store.ts'
import { ClockNotice } from './clock-notice.tsx'
import { FindAnything } from './find/find-anything.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { useKeys } from './kit/act/keyboard.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Menu } from './menu.tsx'
import { UndoBar } from './payments/undo-bar.tsx'
import type { Area } from './areas.ts'
import { useOfficeSession, type StaffUser } from './kit/session/session.tsx'
import { useRoleWords } from './kit/session/use-role-words.ts'

/** The frame of every office page: menu, user, and undo bar. */
export function Shell(props: {
  user: StaffUser
  areas: readonly Area[]
  onLocale: (locale: Locale) => void
  children: ReactNode
}) {
  const t = useT()
  const [help, setHelp] = useState(false)
  useKeys({ help: () => setHelp(true) })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-full bg-card px-5 py-3 font-bold focus:not-sr-only focus:fixed focus:left-4 focus:top-3"
      >
        {t('common.skip')}
      </a>
      <header className="no-print sticky top-0 z-30 bg-lacquer text-gold-1 shadow-card">
        <div className="mx-auto flex max-w-[100rem] flex-wrap items-center gap-x-4 px-4 sm:px-6">
          <Link href="/" className="flex items-center gap-3 py-2 text-lg font-bold">
            <Seal className="h-9 w-9" />
            <span>{t('office.brand')}</span>
          </Link>
          <div className="max-lg:ml-auto lg:ml-6">
            <FindAnything areas={props.areas.map(({ id, icon }) => ({ id, icon, name: t(`office.area-${id}`) }))} />
          </div>
          <div className="flex items-center gap-1 lg:ml-auto">
            <Who user={props.user} />
            <LanguageSwitch onLocale={props.onLocale} />
            <IconButton
              icon={
                <span aria-hidden="true" className="grid h-7 w-7 place-items-center rounded-full border-2 font-bold">
                  ?
                </span>
              }
              dark
              label={t('office.keys')}
              className="max-md:hidden"
              onClick={() => setHelp(true)}
            />
            <Leave />
          </div>
        </div>
      </header>
      <div className="mx-auto flex w-full max-w-[100rem] grow max-lg:flex-col">
        <Menu areas={props.areas} />
        <main id="main" tabIndex={-1} className="min-w-0 grow px-4 pb-32 pt-6 outline-none sm:px-6">
          {props.areas.some(({ id }) => id === 'late') && <ClockNotice />}
          {props.children}
        </main>
      </div>
      <UndoBar />
      <HelpDialog open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

function Who({ user }: { user: StaffUser }) {
  const words = useRoleWords()
  const locale = useLocale()
  return (
    <p className="mr-2 text-right text-sm leading-tight max-lg:hidden">
      <span className="block font-bold">{(locale === 'zh' && user.chineseName) || user.name}</span>
      <span className="text-gold-3">{words(user.roles)}</span>
    </p>
  )
}

function Leave() {
  const t = useT()
  const { logout } = useOfficeSession()
  const leave = async () => {
    if (!(await logout())) toast({ text: 'message.unexpected-error', type: 'error' })
  }
  return <IconButton icon="out" dark label={t('common.logout')} onClick={() => void leave()} />
}
