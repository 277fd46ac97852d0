import { memo } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Chips } from '../kit/editor/chips.tsx'
import { LanguageSign } from './language-sign.tsx'
import { isText, partsOf } from './word-parts.ts'
import { WordPlacesLine } from './word-places.tsx'
import { baseOf, languages, sideOf, type Sentence } from './word-queries.ts'

type Props = {
  forms: readonly Sentence[]
  open: boolean
  /** The query string of its link: the current list. */
  search: string
}

/** Compares props: the array of forms is new on each render, but its messages keep their identity until they change. */
const same = (a: Props, b: Props) =>
  a.open === b.open &&
  a.search === b.search &&
  a.forms.length === b.forms.length &&
  a.forms.every((one, i) => one === b.forms[i])

/**
 * A message in the list; the open one is edited above the list. Memoised: of thousands of rows, only changed ones are
 * rendered again.
 */
export const WordRow = memo(function WordRow({ forms, open, search }: Props) {
  const t = useT()
  const [first] = forms
  if (!first) return null
  const base = baseOf(first.key)
  const sides = forms.flatMap((one) => Object.values(one.sides))
  const to = `/words${open ? '' : `/${encodeURIComponent(base)}`}${search}`
  return (
    <li
      id={`word-${base}`}
      className={`relative border-t border-line [contain-intrinsic-size:auto_7rem] [content-visibility:auto] ${open ? 'border-l-4 border-l-cinnabar bg-card' : 'hover:bg-gold-1 has-focus-visible:bg-gold-1'}`}
    >
      <div className="flex flex-wrap items-center gap-2 px-5 pt-3">
        <WordPlacesLine uses={first.uses} />
        {isText(first.key) && (
          <span className="text-sm text-ink-2">
            {t('words.parts', {
              count: Math.max(
                ...languages.map((language) => partsOf(first, sideOf(first, language)?.draft ?? '', language).parts),
              ),
            })}
          </span>
        )}
        {sides.some(({ waiting }) => waiting) && (
          <Badge tone="wait" icon="edit" size="low">
            {t('words.state-waiting')}
          </Badge>
        )}
        {sides.some(({ ours }) => ours) && (
          <Badge tone="good" icon="check" size="low">
            {t('words.state-ours')}
          </Badge>
        )}
        {sides.some(({ over, unfit }) => over || unfit) && (
          <Badge tone="act" icon="warning" size="low">
            {t('words.state-changed')}
          </Badge>
        )}
        <Link
          href={to}
          aria-expanded={open}
          aria-label={t(open ? 'words.close' : 'words.open', { key: base })}
          className={`ml-auto font-mono text-sm wrap-anywhere text-ink-2 ${open ? 'link touch' : 'after:absolute after:inset-0'}`}
        >
          {base}
        </Link>
      </div>
      {!open && (
        <div className="space-y-2 px-5 pt-1 pb-3">
          {forms.map((one) => (
            <div key={one.key} className="grid gap-x-6 gap-y-1 md:grid-cols-2">
              {languages.map((language) => {
                const side = sideOf(one, language)
                return (
                  side && (
                    <p
                      key={language}
                      lang={languageTag[language]}
                      className="min-w-0 wrap-anywhere whitespace-pre-line"
                    >
                      <LanguageSign language={language} />
                      <Chips text={side.draft} />
                    </p>
                  )
                )
              })}
            </div>
          ))}
        </div>
      )}
    </li>
  )
}, same)
