import type { StaffUser } from '../session/session.tsx'

/** The props of every office page. */
export type PageProps = {
  user: StaffUser
  /** The areas that the user's roles open. */
  areas: readonly string[]
  /** The last part of the path, '' if there is none. */
  id: string
}
