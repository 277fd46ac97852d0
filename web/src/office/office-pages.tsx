import { Redirect, Route, Router, Switch } from 'wouter'
import type { Locale } from '../i18n/messages.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { CounterPage } from './counter/counter-page.tsx'
import { Door, NotMine, StepMissing, Unreached, Welcome } from './door.tsx'
import { MembersPage } from './members/members-page.tsx'
import { MessagesPage } from './messages/messages-page.tsx'
import { PaymentPage } from './payments/payment-page.tsx'
import { QueuePage } from './payments/queue-page.tsx'
import { areasOf, staffRolesOf } from './roles.ts'
import { useOfficeSession } from './session.tsx'
import { Shell } from './shell.tsx'
import { StaffPage } from './staff/staff-page.tsx'

/** What is under /admin, for whom. The calls behind the pages decide again. */
export function OfficePages({ onLocale }: { onLocale: (locale: Locale) => void }) {
  const session = useOfficeSession()
  if (session.status === 'loading') {
    return (
      <main className="wrap py-16">
        <Skeleton lines={4} card />
      </main>
    )
  }
  if (session.status === 'failed') return <Unreached onLocale={onLocale} onAgain={session.ask} />
  const { user } = session
  if (session.factorNeeded) return <StepMissing onLocale={onLocale} />
  if (!user) return <Door onLocale={onLocale} />
  if (staffRolesOf(user.roles).length === 0) return <NotMine onLocale={onLocale} />
  const areas = areasOf(user.roles)
  const first = areas[0]
  return (
    <Router base="/admin">
      <Shell user={user} areas={areas} onLocale={onLocale}>
        <Switch>
          <Route path="/">{first ? <Redirect to={`/${first}`} replace /> : <Welcome user={user} />}</Route>
          {areas.includes('payments') && (
            <Route path="/payments">
              <QueuePage />
            </Route>
          )}
          {areas.includes('payments') && (
            <Route path="/payments/:id">{({ id }) => <PaymentPage key={id} id={id} />}</Route>
          )}
          {areas.includes('counter') && (
            <Route path="/counter">
              <CounterPage />
            </Route>
          )}
          {areas.includes('members') && (
            <Route path="/members">
              <MembersPage />
            </Route>
          )}
          {areas.includes('messages') && (
            <Route path="/messages">
              <MessagesPage />
            </Route>
          )}
          {areas.includes('staff') && (
            <Route path="/staff">
              <StaffPage self={user.id} />
            </Route>
          )}
          <Route>
            <Welcome user={user} lost />
          </Route>
        </Switch>
      </Shell>
    </Router>
  )
}
