import type { StaffUser } from '../session/session.tsx'

/** What every page of the office is given. */
export type PageProps = {
  user: StaffUser
  /** The areas that the user's roles open. */
  areas: readonly string[]
  /** The last part of the address, '' without one. */
  id: string
}
