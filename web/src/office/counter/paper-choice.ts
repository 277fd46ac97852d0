import { readDevice, writeDevice } from '../../lib/device-storage.ts'
import type { Locale } from '../../i18n/messages.ts'

/** What a desk prints after a sale, and in which language; `payer` is the devotee's. */
export type PaperChoice = { paper: 'a5' | 'slip' | 'none'; language: Locale | 'both' | 'payer' }

const stored = 'shanmen.office.paper'
const papers = ['a5', 'slip', 'none'] as const
const languages = ['payer', 'en', 'zh', 'both'] as const

/** The print settings of this device: at first half a sheet (A5) in the devotee's language. */
export function readPaper(): PaperChoice {
  const [paper, language] = (readDevice(stored) ?? '').split(' ')
  return {
    paper: papers.find((one) => one === paper) ?? 'a5',
    language: languages.find((one) => one === language) ?? 'payer',
  }
}

export function keepPaper({ paper, language }: PaperChoice): void {
  writeDevice(stored, `${paper} ${language}`)
}
