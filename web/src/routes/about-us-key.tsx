import { ArticleBody, languageOf, LastChange } from '../features/content/article.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** An about-us page; its layout lists the others. */
export default function AboutUsPage() {
  const t = useT()
  const locale = useLocale()
  const content = usePageData('about-us-key')
  if (!content) return null
  return (
    <article>
      <PageHeading
        eyebrow={t('about-us.title')}
        title={<span lang={languageOf(content, locale)}>{content.title}</span>}
      />
      <ArticleBody content={content} />
      <div className="mt-10">
        <LastChange at={content.updatedAt} />
      </div>
    </article>
  )
}
