import { createContext, use } from 'react'
import type { Locale } from '../../../i18n/messages.ts'

/** Context with the function that changes the office's language. */
export const ChangeLanguage = createContext<(locale: Locale) => void>(() => undefined)

export const useChangeLanguage = () => use(ChangeLanguage)
