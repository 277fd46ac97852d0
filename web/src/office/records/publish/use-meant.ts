import { useState } from 'react'
import type { Problem } from '../record-queries.ts'

/** Whether the user has confirmed exactly these doubtful prices; new ones reset it. */
export function useMeant(doubts: readonly Problem[]): [meant: boolean, say: (meant: boolean) => void] {
  const [said, setSaid] = useState('')
  const these = JSON.stringify(doubts)
  return [said === these, (meant) => setSaid(meant ? these : '')]
}
