import { useEffect, useMemo, useState } from 'react'
import { ArticleBody, LastChange } from '../features/content/article.tsx'
import { QuestionList } from '../features/content/question-list.tsx'
import { findQuestions } from '../features/content/questions.ts'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** Questions that expand to their answers, each with its own URL; all are in the page's HTML. */
export default function FaqPage() {
  const t = useT()
  const faq = usePageData('misc-faq')
  const items = faq?.items
  const [search, setSearch] = useState('')
  const shown = useMemo(() => findQuestions(items ?? [], search), [items, search])
  const searching = search.trim() !== ''

  // On client-side navigation the router expands the linked answer; after a page load this effect does.
  useEffect(() => {
    const answer = document.getElementById(location.hash.slice(1))
    if (!(answer instanceof HTMLDetailsElement) || answer.open) return
    answer.open = true
    answer.scrollIntoView()
  }, [])

  if (!faq || !items) return null
  return (
    <div className="wrap">
      <PageHeading eyebrow={t('misc.eyebrow')} title={faq.title} text={t('misc.faq-text')} />
      <div className="max-w-[50rem]">
        {faq.html && <ArticleBody content={faq} />}
        {items.length > 0 && (
          <SearchField
            id="faq-search"
            label={t('misc.faq-search')}
            className="mt-6 noscript:hidden"
            value={search}
            onSearch={setSearch}
          />
        )}
        <p role="status" className="mb-3 mt-2 min-h-7 px-4 text-ink-2">
          {searching && shown.size > 0 && t('misc.faq-found', { count: shown.size })}
          {searching && shown.size === 0 && <span className="sr-only">{t('misc.faq-not-found')}</span>}
        </p>
        {items.length === 0 && (
          <EmptyState art="sutra" title={t('misc.faq-none')}>
            <TemplePhone />
          </EmptyState>
        )}
        {searching && shown.size === 0 && items.length > 0 && (
          <EmptyState art="sutra" title={t('misc.faq-not-found')} text={t('misc.faq-not-found-text')}>
            <Button onClick={() => setSearch('')}>{t('misc.faq-show-all')}</Button>
            <TemplePhone />
          </EmptyState>
        )}
        <div hidden={shown.size === 0}>
          <QuestionList questions={items} shown={shown} />
        </div>
        <div className="mt-6">
          <LastChange at={faq.updatedAt} />
        </div>
      </div>
    </div>
  )
}
