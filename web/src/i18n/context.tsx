import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { makeT, type Locale, type Messages, type Translate } from './messages.ts'

const Language = createContext<{ locale: Locale; t: Translate }>({ locale: 'en', t: (key) => key })

/** Provides the language and its messages to its children. */
export function LanguageProvider(props: {
  locale: Locale
  messages: Messages
  onMissing?: (key: string) => void
  children: ReactNode
}) {
  const { locale, messages, onMissing } = props
  const value = useMemo(() => ({ locale, t: makeT(locale, messages, onMissing) }), [locale, messages, onMissing])
  return <Language value={value}>{props.children}</Language>
}

export function useT(): Translate {
  return useContext(Language).t
}

export function useLocale(): Locale {
  return useContext(Language).locale
}
