import { useEffect, useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../router/payload.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { AnnouncedTitle } from './announced-title.tsx'
import { Brand } from './brand.tsx'
import { DemoBar } from './demo-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { AboutUsLayout } from './layouts/about-us-layout.tsx'
import { BareLayout } from './layouts/bare-layout.tsx'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { MemberStrip } from './member-strip.tsx'
import { StandingError } from './standing-error.tsx'
import { OpeningSoon } from './opening-soon.tsx'
import { SideMenu } from './side-menu.tsx'
import { StatusStrip } from './status-strip.tsx'
import { TabBar } from './tab-bar.tsx'
import type { View } from '../navigator/view.ts'
import { WithoutScript } from './without-script.tsx'

// Pages on which a bar with price or total replaces the tabs.
const ownBar: readonly string[] = ['blessing-service-key', 'cart-checkout']

// A kiosk shows only its page: no links to anyone's account.
const standsAlone = 'kiosk'

// Pages that staff need to log in; they show nothing of the temple.
const beforeOpening: readonly string[] = [
  'member-login',
  'member-second-factor',
  'member-forgot-password',
  'member-reset-password',
  'member-reset-email',
  'member-confirm',
  'member-undo-email',
  'member-profile-security',
  'error',
]

const layouts = { default: DefaultLayout, 'about-us': AboutUsLayout, bare: BareLayout }

/** Everything around the page. */
export function Shell(props: { view: View; pending: boolean; children: ReactNode }) {
  const t = useT()
  const { site } = usePage()
  const { route, count } = props.view
  // The navigation count at which the menu was opened: the next navigation closes it.
  const [menuOn, setMenuOn] = useState<number>()
  const menu = menuOn === count
  // Back to another fragment shows no other page, but must close the menu too.
  useEffect(() => {
    const close = () => setMenuOn(undefined)
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])
  const Layout = layouts[route.layout ?? 'default']
  const coming = beforeOpening.includes(route.id)
  if (site.soon)
    return (
      <>
        <header className="wrap flex justify-end py-4">
          <LanguageSwitch className="btn btn-2" />
        </header>
        {/* The opening page itself works without JavaScript: only the other pages show this notice. */}
        {coming && <WithoutScript />}
        <StandingError count={count} />
        <BareLayout>{coming ? props.children : <OpeningSoon />}</BareLayout>
        <Toaster />
        <AnnouncedTitle count={count} />
      </>
    )
  if (route.id === standsAlone)
    return (
      <>
        <header className="kiosk-top">
          <Brand light />
          <LanguageSwitch className="kiosk-language" />
        </header>
        <WithoutScript />
        <Layout cart={route.cart}>{props.children}</Layout>
        <Toaster />
        <AnnouncedTitle count={count} />
      </>
    )
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-card focus:p-3">
        {t('common.skip')}
      </a>
      {props.pending && (
        <div className="late fixed inset-x-0 top-0 z-50 h-1 animate-breathe bg-cinnabar" aria-hidden="true" />
      )}
      {site.demo && <DemoBar />}
      <StatusStrip />
      <Header onMenu={() => setMenuOn(count)} />
      <SideMenu open={menu} onClose={() => setMenuOn(undefined)} />
      <MemberStrip at={route.id} />
      <WithoutScript />
      <StandingError count={count} />
      <Layout cart={route.cart}>{props.children}</Layout>
      <Footer slim={route.id === 'cart-checkout'} />
      {!ownBar.includes(route.id) && <TabBar at={route.tab} count={count} />}
      <Toaster />
      <AnnouncedTitle count={count} />
    </>
  )
}
