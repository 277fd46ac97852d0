import { useState } from 'react'
import type { Problem } from '../record-queries.ts'

/** Whether somebody has said that doubtful prices are right: of just these, and of no others that come after them. */
export function useMeant(doubts: readonly Problem[]): [meant: boolean, say: (meant: boolean) => void] {
  const [said, setSaid] = useState('')
  const these = JSON.stringify(doubts)
  return [said === these, (meant) => setSaid(meant ? these : '')]
}
