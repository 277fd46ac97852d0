import { useT } from '../../i18n/context.tsx'
import { usePageData } from '../../page/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArticleBody, LastChange, type ArticleContent } from './article.tsx'

/** A policy: text, date of its last change, and a button to print it. */
export function PolicyPage() {
  const t = useT()
  const content = usePageData<ArticleContent>()
  if (!content) return <Skeleton lines={8} />
  return (
    <article className="wrap">
      <PageHeading eyebrow={t('misc.eyebrow')} title={content.title} />
      <div className="card px-5 py-7 sm:px-10 sm:py-10">
        <ArticleBody content={content} />
        <div className="mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
          <LastChange at={content.updatedAt} />
          <Button icon="print" className="no-print" onClick={() => window.print()}>
            {t('common.print')}
          </Button>
        </div>
      </div>
    </article>
  )
}
