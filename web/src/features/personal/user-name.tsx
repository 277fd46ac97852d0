import { useSession } from '../../site/session/session.tsx'

/** Tells a password manager whose password is asked for. Nobody sees it. */
export function UserName() {
  const { user } = useSession()
  return (
    <input
      type="text"
      hidden
      name="username"
      autoComplete="username"
      value={user?.mobile || user?.email || ''}
      readOnly
    />
  )
}
