import { useLocale, useT } from '../../i18n/context.tsx'
import { usePageData } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { languageOf, LastChange, OtherLanguageNote } from './article.tsx'
import { sectionsOf } from './sections.ts'

/** From this number of sections on, a text starts with a table of contents. */
const longText = 4

/** A policy: date of the last change, print button, table of contents when it is long, and the text. */
export function PolicyPage() {
  const t = useT()
  const locale = useLocale()
  const content = usePageData('misc-privacy-policy', 'misc-service-policy', 'misc-term-and-condition')
  if (!content) return <Skeleton lines={8} />
  const sections = sectionsOf(content.html)
  const titled = sections.filter(({ title }) => title)
  const long = titled.length >= longText
  const lang = languageOf(content, locale)
  return (
    <article className="wrap">
      <PageHeading eyebrow={t('misc.eyebrow')} title={<span lang={lang}>{content.title}</span>} />
      <div className={`card px-5 py-6 sm:px-10 sm:py-8 ${long ? '' : 'max-w-[50rem]'}`}>
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-5">
          <LastChange at={content.updatedAt} />
          <Button icon="print" className="no-print noscript:hidden" onClick={() => window.print()}>
            {t('common.print')}
          </Button>
        </div>
        <OtherLanguageNote content={content} />
        <div className="lg:flex lg:flex-row-reverse lg:justify-between">
          {long && (
            <nav
              aria-labelledby="parts-title"
              className="no-print mb-8 rounded-2xl bg-paper-2 p-5 lg:w-72 lg:self-start"
            >
              <h2 id="parts-title" className="text-xl">
                {t('misc.parts')}
              </h2>
              <ol className="mt-1 list-inside list-decimal marker:text-ink-2" lang={lang}>
                {titled.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`} className="link touch">
                      {title}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className="lg:w-[42rem]">
            {sections.map(({ id, html }) => (
              // oxlint-disable-next-line react/no-danger -- sanitised by internal/base/markup
              <section key={id} id={id} className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
            ))}
          </div>
        </div>
      </div>
    </article>
  )
}
