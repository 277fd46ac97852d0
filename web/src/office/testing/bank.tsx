import type { ReactNode } from 'react'
import { tabs, type Line, type Statement } from '../bank/bank-queries.ts'
import { LineRow } from '../bank/line-row.tsx'
import type { StaffUser } from '../kit/session/session.tsx'

/** The treasurer in tests of bank statements. */
export const user: StaffUser = {
  id: 'me',
  name: 'Tan Mei Ling',
  chineseName: '陈美玲',
  email: '',
  emailConfirmed: false,
  mobile: '+6590000002',
  locale: 'en',
  roles: ['treasurer'],
  textSize: 0,
  member: false,
}

const none = { count: 0, sum: 0 }
/** No lines in any group. */
export const tallies = Object.fromEntries([...tabs, 'in', 'out'].map((tab) => [tab, none])) as Statement['tallies']

/** A parsed statement. */
export const statement = {
  id: 's1',
  bank: 'DBS',
  account: '',
  name: 'november.csv',
  uploadedBy: 'Tan',
  createdAt: '2026-11-21T04:00:00Z',
  matchedAt: '2999-01-01T00:00:00Z', // fresh: no new comparison is requested
  state: 'ready',
  problem: '',
  done: 0,
  total: 0,
  leftOut: 0,
  lines: 17,
  recognised: 12,
  tallies,
} as unknown as Statement

/** The columns of an unknown bank's statement. */
export const columns = {
  header: ['Date', 'Text', 'In', 'Out'],
  sample: [['21 Nov', 'LAMP TAN', '88.00', '']],
  guess: { date: 0, credit: 2, debit: 3, amount: -1, payer: -1, reference: 1, description: [1] },
}

/** A line without an order. */
export const line = {
  id: 'l1',
  class: 'none',
  state: 'open',
  amount: 10000,
  payer: 'TAN AH KOW',
  reference: '',
  description: 'FAST',
  raw: 'raw',
  booked: '2026-11-21T04:00:00Z',
  hasTime: false,
  position: 7,
  why: [],
  waivable: 200,
  candidates: [],
} as unknown as Line

/** Wraps a row in a table. */
export const inTable = (row: ReactNode) => (
  <table>
    <tbody>{row}</tbody>
  </table>
)

/** A line as the statement renders it. */
export const rowOf = (one: Line, open = true) =>
  inTable(<LineRow line={one} open={open} picked={false} onPick={() => {}} />)
