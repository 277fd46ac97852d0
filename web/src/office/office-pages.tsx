import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import type { Locale } from '../i18n/messages.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { LoginRequired, Forbidden, SecondFactorRequired, Unreached, Welcome } from './access.tsx'
import { InvitationPage, invitationPath } from './invitation.tsx'
import { areasOf } from './areas.ts'
import { Boundary } from './kit/layout/boundary.tsx'
import { Broken } from './kit/layout/broken.tsx'
import { ChangeLanguage } from './kit/session/change-language.ts'
import { LeaveDialog } from './kit/layout/leave-dialog.tsx'
import { leaving } from './kit/layout/leaving.ts'
import { staffRolesOf } from './kit/session/roles.ts'
import { useOfficeSession } from './kit/session/session.tsx'
import { Shell } from './shell.tsx'

/** The routes below /admin, by role. The API calls behind the pages check the rights again. */
export function OfficePages({ onLocale }: { onLocale: (locale: Locale) => void }) {
  const session = useOfficeSession()
  if (location.pathname === invitationPath) return <InvitationPage onLocale={onLocale} />
  if (session.status === 'loading') {
    return (
      <main className="wrap py-16">
        <Skeleton lines={4} card />
      </main>
    )
  }
  if (session.status === 'failed') return <Unreached onLocale={onLocale} onAgain={session.ask} />
  const { user } = session
  if (session.factorNeeded) return <SecondFactorRequired onLocale={onLocale} />
  if (!user) return <LoginRequired onLocale={onLocale} />
  if (staffRolesOf(user.roles).length === 0) return <Forbidden onLocale={onLocale} />
  const areas = areasOf(user.roles)
  const first = areas[0]
  const open = areas.map(({ id }) => id)
  return (
    <Router base="/admin" aroundNav={leaving.around}>
      {/* A new key for another user: no page keeps the previous user's state. */}
      <Shell key={user.id} user={user} areas={areas} onLocale={onLocale}>
        <ChangeLanguage value={onLocale}>
          <Standing>
            <Switch>
              <Route path="/">{first ? <Redirect to={`/${first.id}`} replace /> : <Welcome user={user} />}</Route>
              {areas.flatMap(({ id: area, list: List, one: One }) =>
                One === List ? (
                  <Route key={area} path={`/${area}/:id?`}>
                    {({ id }) => <List user={user} areas={open} id={id ?? ''} />}
                  </Route>
                ) : (
                  [
                    <Route key={area} path={`/${area}`}>
                      <List user={user} areas={open} id="" />
                    </Route>,
                    One && (
                      <Route key={`${area}/`} path={`/${area}/:id`}>
                        {({ id }) => <One key={id} user={user} areas={open} id={id ?? ''} />}
                      </Route>
                    ),
                  ]
                ),
              )}
              <Route>
                <Welcome user={user} lost />
              </Route>
            </Switch>
          </Standing>
        </ChangeLanguage>
      </Shell>
      <LeaveDialog />
    </Router>
  )
}

/**
 * An error boundary around the pages: when one fails to render, the menu stays. Cached data may be the cause, so a
 * retry refetches it.
 */
function Standing({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  const again = (reset: () => void) => {
    client.removeQueries({ type: 'inactive' })
    reset()
  }
  return (
    <Boundary at={`${path}?${search}`} renderBroken={(_, reset) => <Broken onAgain={() => again(reset)} />}>
      {children}
    </Boundary>
  )
}
