import { ArticleBody, LastChange, type ArticleContent } from '../features/content/article.tsx'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../page/payload.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

type Faq = ArticleContent & { items: { key: string; question: string; html: string }[] }

/** Questions that open to their answers; they are in the page for searching and printing. */
export default function FaqPage() {
  const t = useT()
  const faq = usePageData<Faq>()
  if (!faq) return null
  return (
    <div className="wrap">
      <PageHeading eyebrow={t('misc.eyebrow')} title={faq.title} text={t('misc.faq-text')} />
      <div className="max-w-[50rem]">
        {faq.html && <ArticleBody content={faq} />}
        {faq.items.length === 0 && <p className="text-lg">{t('misc.faq-none')}</p>}
        <div className="divide-y divide-line border-y border-line">
          {faq.items.map((item) => (
            <details key={item.key} id={item.key} className="group py-1">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 text-lg font-semibold hover:text-cinnabar [&::-webkit-details-marker]:hidden">
                <h2 className="font-sans text-lg font-semibold tracking-normal">{item.question}</h2>
                <Icon name="plus" className="shrink-0 text-cinnabar transition group-open:rotate-45" />
              </summary>
              <div className="prose pb-5" dangerouslySetInnerHTML={{ __html: item.html }} />
            </details>
          ))}
        </div>
        <div className="mt-6">
          <LastChange at={faq.updatedAt} />
        </div>
      </div>
    </div>
  )
}
