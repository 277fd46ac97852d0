import { useQueries } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { Chips } from '../kit/editor/chips.tsx'
import { LanguageSign } from './language-sign.tsx'
import { historyQuery, type Language, type Sentence } from './word-queries.ts'

type Props = {
  forms: readonly Sentence[]
  /** Without it the history is read-only. */
  onUse: ((key: string, language: Language, text: string) => void) | undefined
}

/** Earlier wordings, newest first; each can be copied into the draft. */
export function WordHistory({ forms, onUse }: Props) {
  const t = useT()
  const locale = useLocale()
  const queries = useQueries({ queries: forms.map(({ key }) => historyQuery(key)) })
  const failed = queries.find(({ error }) => error)
  if (failed?.error) return <Failed error={failed.error} onAgain={() => void failed.refetch()} />
  if (queries.some(({ data }) => !data)) return <Skeleton lines={3} />
  const rows = queries
    .flatMap(({ data }, index) => (data?.items ?? []).map((item) => ({ ...item, form: forms[index] })))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (rows.length === 0) return <p className="text-ink-2">{t('words.no-history')}</p>
  return (
    <ul className="divide-y divide-line rounded-2xl border border-line">
      {rows.map(({ form, locale: of, text, why, by, at }) => {
        const language: Language = of === 'zh' ? 'zh' : 'en'
        const words = text || (form?.sides[language]?.builtIn ?? '')
        return (
          <li
            key={`${form?.key} ${of} ${why} ${at}`}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-3"
          >
            <div className="min-w-0 grow basis-60">
              <p>
                <LanguageSign language={language} /> <Chips text={words} />
              </p>
              <p className="text-sm text-ink-2">
                {t(`words.why-${why}`)} · {dateTime(locale, at)}
                {by && ` · ${by}`}
              </p>
            </div>
            {form && onUse && <Button onClick={() => onUse(form.key, language, words)}>{t('words.use-this')}</Button>}
          </li>
        )
      })}
    </ul>
  )
}
