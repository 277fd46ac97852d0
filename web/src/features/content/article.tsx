import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'

/** A text from the office; `html` has been sanitised by the server, on the way in and on the way out. */
export type ArticleContent = { key: string; title: string; html: string; updatedAt: string; otherLanguage?: boolean }

/** The text itself, with a note when it is there in the other language only. */
export function ArticleBody(props: { content: ArticleContent }) {
  const t = useT()
  const locale = useLocale()
  const { html, otherLanguage } = props.content
  const lang = otherLanguage ? (locale === 'zh' ? 'en' : 'zh-Hans') : undefined
  return (
    <>
      {otherLanguage && (
        <div className="mb-6 max-w-[44rem]">
          <Notice>{t('common.other-language')}</Notice>
        </div>
      )}
      <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}

/** When the text was changed last. */
export function LastChange(props: { at: string }) {
  const t = useT()
  const locale = useLocale()
  return <p className="text-sm text-ink-2">{t('common.last-change', { date: date(locale, props.at, 'short') })}</p>
}
