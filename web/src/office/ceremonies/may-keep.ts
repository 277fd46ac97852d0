import type { StaffUser } from '../kit/session/session.tsx'

/** Whether somebody may change lists of ceremonies; others of the office read them. The calls decide again. */
export const mayKeep = (user: StaffUser) => user.roles.some((role) => role === 'ritual' || role === 'admin')
