import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'

/** Answers every call with what the server says of who is there by then. */
export function answerSession(says: () => object, status = 200) {
  const ask = vi.fn<() => Promise<Response>>(async () => new Response(JSON.stringify(says()), { status }))
  vi.stubGlobal('fetch', ask)
  return ask
}

/** Shows a part in English, its messages by their keys. */
export function showSession(part: ReactNode): void {
  render(
    <LanguageProvider locale="en" messages={{}}>
      {part}
    </LanguageProvider>,
  )
}

/** Who is there, and a button for each thing that can be done. */
export function Who({ user, acts }: { user: { name: string } | undefined; acts: Record<string, () => unknown> }) {
  return (
    <>
      <p>{user?.name ?? 'nobody'}</p>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={() => void act()}>
          {name}
        </button>
      ))}
    </>
  )
}

/** Presses one of the buttons. */
export const press = (name: string) => () => userEvent.click(screen.getByRole('button', { name }))

/** The browser shows the page again as it was left. */
export const restore = async () => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

/** Another tab of the browser says that its session has ended. */
export const elsewhere = async () => void dispatchEvent(new StorageEvent('storage', { key: 'shanmen.ended' }))
