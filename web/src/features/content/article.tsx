import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

/** A text from the office; `html` has been sanitised by the server, on the way in and on the way out. */
export type ArticleContent = components['schemas']['ContentPage']

/** The `lang` of a text that is there in the other language only. */
export function languageOf(content: { otherLanguage?: boolean }, locale: Locale): string | undefined {
  return content.otherLanguage ? (locale === 'zh' ? 'en-SG' : 'zh-Hans') : undefined
}

/** Says so, when a text is there in the other language only. */
export function OtherLanguageNote(props: { content: { otherLanguage?: boolean } }) {
  const t = useT()
  if (!props.content.otherLanguage) return null
  return (
    <div className="mb-6 max-w-[44rem]">
      <Notice>{t('common.other-language')}</Notice>
    </div>
  )
}

/** The text itself, with a note when it is there in the other language only. */
export function ArticleBody({ content }: { content: ArticleContent }) {
  const locale = useLocale()
  return (
    <>
      <OtherLanguageNote content={content} />
      {/* oxlint-disable-next-line react/no-danger -- internal/base/markup cleans it on the way in and again on the way out */}
      <div className="prose" lang={languageOf(content, locale)} dangerouslySetInnerHTML={{ __html: content.html }} />
    </>
  )
}

/** When the text was changed last. */
export function LastChange(props: { at: string }) {
  const t = useT()
  const locale = useLocale()
  return <p className="text-sm text-ink-2">{t('common.last-change', { date: date(locale, props.at, 'short') })}</p>
}
