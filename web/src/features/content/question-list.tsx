import { useLocale, useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { languageOf } from './article.tsx'
import type { Question } from './questions.ts'

/** FAQ entries that expand. Filtered-out ones are hidden, not unmounted, so that expanded ones stay expanded. */
export function QuestionList(props: { questions: readonly Question[]; shown: ReadonlySet<string> }) {
  const t = useT()
  const locale = useLocale()
  const href = useHref()
  return (
    <div className="divide-y divide-line border-y border-line">
      {props.questions.map((item) => (
        <details
          key={item.key}
          id={item.key}
          lang={languageOf(item, locale)}
          hidden={!props.shown.has(item.key)}
          className="group py-1"
        >
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 text-lg font-semibold hover:text-cinnabar [&::-webkit-details-marker]:hidden">
            <h2 className="font-sans text-lg font-semibold tracking-normal">{item.question}</h2>
            <Icon name="plus" className="shrink-0 text-cinnabar transition group-open:rotate-45" />
          </summary>
          {/* oxlint-disable-next-line react/no-danger -- internal/base/markup sanitises it when stored and when served */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: item.html }} />
          <p className="pb-5 pt-3">
            <CopyButton
              text={() => `${location.origin}${href('misc-faq')}#${item.key}`}
              label={t('misc.faq-copy')}
              of={t('misc.faq-copy-of')}
            />
          </p>
        </details>
      ))}
    </div>
  )
}
