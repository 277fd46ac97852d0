import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'

/** Answers every call with the current session. */
export function answerSession(says: () => object, status = 200) {
  const ask = vi.fn<() => Promise<Response>>(async () => new Response(JSON.stringify(says()), { status }))
  vi.stubGlobal('fetch', ask)
  return ask
}

/** Renders a component in English, with message keys as text. */
export function showSession(part: ReactNode): void {
  render(
    <LanguageProvider locale="en" messages={{}}>
      {part}
    </LanguageProvider>,
  )
}

/** Shows the current user, and a button for each action. */
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

/** Clicks one of the buttons. */
export const press = (name: string) => () => userEvent.click(screen.getByRole('button', { name }))

/** Simulates restoring the page from the back/forward cache. */
export const restore = async () => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

/** Simulates that another tab has ended the session. */
export const elsewhere = async () => void dispatchEvent(new StorageEvent('storage', { key: 'shanmen.ended' }))
