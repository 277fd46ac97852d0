import { createContext, use } from 'react'
import type { Locale } from '../../../i18n/messages.ts'

/** Changes the language of the office; the office itself gives it. */
export const ChangeLanguage = createContext<(locale: Locale) => void>(() => undefined)

export const useChangeLanguage = () => use(ChangeLanguage)
