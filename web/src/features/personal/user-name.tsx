import { useSession } from '../../site/session/session.tsx'

/** A hidden field that tells password managers which account it is. */
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
