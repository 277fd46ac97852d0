import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { Locale, Messages } from '../../i18n/messages.ts'
import { askForCart } from '../cart/cart-slot.ts'
import { NavigationContext } from '../router/navigation.ts'
import { PageProvider, type Page } from '../router/payload.tsx'
import { SessionCacheContext } from '../session/session-cache-context.ts'
import { SessionCache } from '../session/session-cache.ts'
import { samplePage } from './samples.ts'

const files = import.meta.glob<Messages>('../../../../locales/*/*.json', { eager: true, import: 'default' })
const messagesOf = (locale: Locale): Messages =>
  Object.assign({}, ...Object.keys(files).map((path) => (path.includes(`/${locale}/`) ? files[path] : {})))
/** All messages of both languages. */
export const messages = { en: messagesOf('en'), zh: messagesOf('zh') }

// jsdom has no layout, so it cannot scroll.
Element.prototype.scrollIntoView = () => {}
// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
  this.dispatchEvent(new Event('close'))
}

type Reply = [status: number, body?: unknown] | 'no answer'
export type Sent = { call: string; body: unknown; key: string | null }

/** Mocks answers in order and records the requests. */
export function answerCalls(...replies: Reply[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({
      call: `${init.method} ${url.split('?')[0]}`,
      body,
      key: new Headers(init.headers).get('Idempotency-Key'),
    })
    const reply = replies.shift() ?? 'no answer'
    if (reply === 'no answer') throw new TypeError('failed to fetch')
    return new Response(JSON.stringify(reply[1] ?? {}), { status: reply[0] })
  })
  return sent
}

/** Renders a page with its data, in English by default, as after hydration. */
export function showPage(Component: ComponentType, page: Parameters<typeof samplePage>[0]) {
  const navigate = vi.fn<(url: string) => Promise<void>>(async () => {})
  const cache = new SessionCache()
  // The page's data is asked for and comes as in the navigator.
  let asked = askForCart(cache)
  const asks = page.reload
  const reload = async () => {
    asked = askForCart(cache)
    again = true
    await asks?.()
  }
  let again = false
  const come = ({ id, data }: Page) => void (data && asked.page(id, data, again))
  const whole = { ...samplePage(page), reload }
  come(whole)
  const tree = (shown: Page) => (
    <SessionCacheContext value={cache}>
      <LanguageProvider
        locale={shown.locale}
        messages={messages[shown.locale]}
        onMissing={(key) => console.error('no message', key)}
      >
        <NavigationContext value={{ navigate, preload: () => {} }}>
          <PageProvider page={shown}>
            <Component />
          </PageProvider>
        </NavigationContext>
      </LanguageProvider>
    </SessionCacheContext>
  )
  const shown = render(tree(whole))
  function change(next: Partial<Page>) {
    const other = { ...whole, ...next }
    if (!again) asked = askForCart(cache)
    act(() => come(other))
    again = false
    shown.rerender(tree(other))
  }
  return { ...shown, navigate, cache, change }
}
