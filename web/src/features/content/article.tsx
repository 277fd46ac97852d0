import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

/** A text from the office; the server has sanitised `html`. */
export type ArticleContent = components['schemas']['ContentPage']

/** The `lang` of a text that exists only in the other language. */
export function languageOf(content: { otherLanguage?: boolean }, locale: Locale): string | undefined {
  return content.otherLanguage ? (locale === 'zh' ? 'en-SG' : 'zh-Hans') : undefined
}

/** A notice that a text exists only in the other language. */
export function OtherLanguageNote(props: { content: { otherLanguage?: boolean } }) {
  const t = useT()
  if (!props.content.otherLanguage) return null
  return (
    <div className="mb-6 max-w-[44rem]">
      <Notice>{t('common.other-language')}</Notice>
    </div>
  )
}

/** The text itself, with a notice if it exists only in the other language. */
export function ArticleBody({ content }: { content: ArticleContent }) {
  const locale = useLocale()
  return (
    <>
      <OtherLanguageNote content={content} />
      {/* oxlint-disable-next-line react/no-danger -- internal/base/markup sanitises it when stored and when served */}
      <div className="prose" lang={languageOf(content, locale)} dangerouslySetInnerHTML={{ __html: content.html }} />
    </>
  )
}

/** The date of the last change. */
export function LastChange(props: { at: string }) {
  const t = useT()
  const locale = useLocale()
  return <p className="text-sm text-ink-2">{t('common.last-change', { date: date(locale, props.at, 'short') })}</p>
}
