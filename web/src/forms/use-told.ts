import { useCallback, useState } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { say, type Told } from './refusal.ts'

/** A message shown on the page, undefined for none. It stores the key or the code, not the text, so it follows the language. */
export function useTold(): [said: string | undefined, tell: (told?: Told) => void] {
  const t = useT()
  const locale = useLocale()
  const [told, set] = useState<Told>()
  const tell = useCallback((next?: Told) => set(next && { toldIn: locale, ...next }), [locale])
  return [told && say(told, t, locale), tell]
}
