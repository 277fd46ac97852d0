import { useEffect, useState } from 'react'
import type { AccountStrip } from '../../features/personal/account-strip.tsx'
import { LanguageProvider, useLocale } from '../../i18n/context.tsx'
import { useSession } from '../session/session.tsx'
import { messagesOf, needMessages } from '../navigator/message-store.ts'

const page = 'member-profile-data'

/** Loads the strip and its texts for the few members with a notice; not on the page that explains it in full. */
export function MemberStrip(props: { at: string }) {
  const locale = useLocale()
  const { notice } = useSession()
  const [Strip, setStrip] = useState<{ of: typeof AccountStrip }>()
  const told = notice !== undefined && props.at !== page
  useEffect(() => {
    if (told)
      void Promise.all([import('../../features/personal/account-strip.tsx'), needMessages(locale, page)]).then(
        ([loaded]) => setStrip({ of: loaded.AccountStrip }),
        () => {}, // the page works without it
      )
  }, [told, locale])
  if (!told || !Strip) return null
  return (
    <LanguageProvider locale={locale} messages={messagesOf(locale)}>
      <Strip.of notice={notice} />
    </LanguageProvider>
  )
}
