import type { MouseEvent } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { languageName, languageTag } from '../../i18n/messages.ts'
import { usePage } from '../router/payload.tsx'
import { joinLocale } from '../router/route.ts'
import { rememberLocale } from '../navigator/locale-cookie.ts'

/** A link to the same page in the other language, named in that language. It keeps query and fragment. */
export function LanguageSwitch(props: { className?: string }) {
  const locale = useLocale()
  const { path, search } = usePage()
  const other = locale === 'zh' ? 'en' : 'zh'
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.hash = location.hash
    event.currentTarget.search = location.search
    rememberLocale(other)
  }
  return (
    <a
      href={joinLocale(other, path) + search}
      lang={languageTag[other]}
      hrefLang={languageTag[other]}
      data-keep=""
      onClick={onClick}
      className={props.className}
    >
      {languageName[other]}
    </a>
  )
}
