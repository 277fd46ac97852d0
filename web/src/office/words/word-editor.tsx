import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { LanguageSign } from './language-sign.tsx'
import { ChangedBelow } from './changed-below.tsx'
import { Chips } from '../kit/editor/chips.tsx'
import { exampleOf } from '../kit/editor/pieces.ts'
import { TextParts } from './text-parts.tsx'
import { fieldOf, useWordDraft } from './use-word-draft.ts'
import { SeeOnPage } from './see-on-page.tsx'
import { WordField } from './word-field.tsx'
import { WordHistory } from './word-history.tsx'
import { isText, partsOf } from './word-parts.ts'
import { WordPlacesLine } from './word-places.tsx'
import { WordSaved } from './word-saved.tsx'
import { formsQuery, languages, sideOf, type Language, type Sentence } from './word-queries.ts'

/** The editor of a message: languages side by side, each plural form separately. */
export function WordEditor({ base, userId }: { base: string; userId: string }) {
  const t = useT()
  const query = useQuery(formsQuery(base))
  return (
    <Loaded query={query} lines={4}>
      {(forms) =>
        forms.length === 0 ? (
          <p className="p-5">{t('words.unknown')}</p>
        ) : (
          <Forms key={base} base={base} forms={forms} userId={userId} />
        )
      }
    </Loaded>
  )
}

function Forms({ base, forms, userId }: { base: string; forms: Sentence[]; userId: string }) {
  const t = useT()
  const { keeper, snapshot, left, decided, replaced } = useWordDraft(base, forms, userId)
  const [putBack, setPutBack] = useState(0)
  const [history, setHistory] = useState(false)
  const put = (field: string, text: string) => {
    keeper.type(field, text)
    setPutBack((times) => times + 1)
  }
  const uses = [...new Set(forms.flatMap((one) => one.uses))]
  const all = forms.flatMap((one) => languages.flatMap((language) => fieldsOf(one, language)))
  const fills = forms.find((one) => one.fills)?.fills
  const locked = forms.some((one) => one.locked)
  const notOwn = all.filter(({ field, side }) => snapshot.fields[field] !== side.builtIn)
  const written = (field: string) => snapshot.fields[field] ?? ''
  const formOf = (key: string, language: Language) => {
    if (!/_(one|other)$/.test(key)) return undefined
    if (language === 'zh') return t('words.form-any')
    return t(key.endsWith('_one') ? 'words.form-one' : 'words.form-other')
  }
  return (
    <div className="space-y-4 px-5 py-4">
      <WordPlacesLine all uses={uses} />
      {locked && <Notice kind="info">{t('fault.message-locked')}</Notice>}
      {left && (
        <Notice kind="info" title={t('words.left')}>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button onClick={() => decided(true)}>{t('words.left-put-in')}</Button>
            <Button kind="quiet" onClick={() => decided(false)}>
              {t('words.left-forget')}
            </Button>
          </div>
        </Notice>
      )}
      {snapshot.conflicts.map(({ field, mine, theirs, chosen }) => (
        <Notice key={field} kind="warning" role="alert" title={t('words.conflict')}>
          <p className="mt-2">
            <strong>{t('words.theirs')}</strong> <Chips text={theirs} />
          </p>
          <p>
            <strong>{t('words.mine')}</strong> <Chips text={mine} />
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button pending={chosen === mine} onClick={() => keeper.decide(field, mine)}>
              {t('words.keep-mine')}
            </Button>
            <Button pending={chosen === theirs} onClick={() => keeper.decide(field, theirs)}>
              {t('words.keep-theirs')}
            </Button>
          </div>
        </Notice>
      ))}
      {forms.map((one) => (
        <div key={one.key} className="grid gap-4 md:grid-cols-2">
          {languages.map((language) => {
            const side = sideOf(one, language)
            const field = fieldOf(one.key, language)
            if (!side)
              return (
                <p key={language} className="self-center text-ink-2">
                  {t('words.one-form')}
                </p>
              )
            if (one.locked)
              return (
                <p key={language} className="min-w-0 wrap-anywhere whitespace-pre-line" lang={languageTag[language]}>
                  <LanguageSign language={language} />
                  <Chips text={side.draft} />
                </p>
              )
            return (
              <div key={language} className="min-w-0">
                <WordField
                  language={language}
                  form={formOf(one.key, language)}
                  names={one.names}
                  value={written(field)}
                  error={snapshot.errors[field]}
                  own={side.builtIn}
                  hint={isText(one.key) && <TextParts {...partsOf(one, written(field), language)} />}
                  replaced={replaced + putBack}
                  onChange={(text) => keeper.type(field, text)}
                />
                <ChangedBelow
                  sentence={one.key}
                  language={language}
                  side={side}
                  written={written(field)}
                  onTake={() => put(field, side.builtIn)}
                />
              </div>
            )
          })}
        </div>
      ))}
      {forms.some(({ names }) => names.length > 0) && (
        <div className="rounded-2xl bg-paper-2 px-4 py-3">
          <h2 className="text-base font-bold">{t('words.as-it-reads')}</h2>
          {all.map(({ field, key, language }) => (
            <p key={field} lang={language === 'zh' ? 'zh-Hans' : 'en-SG'} className="whitespace-pre-line">
              {exampleOf(written(field), language, key.endsWith('_one'), fills?.[language])}
            </p>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 grow basis-60 text-sm text-ink-2">
          {forms.some(({ names }) => names.length > 0) && (
            <p>
              <Icon name="info" size={18} className="mr-1.5 inline" />
              {t('words.dark-words')}
            </p>
          )}
          <WordSaved snapshot={snapshot} onAgain={() => void keeper.save()} />
        </div>
        <Button kind="quiet" icon="history" aria-expanded={history} onClick={() => setHistory(!history)}>
          {t('words.history')}
        </Button>
        <SeeOnPage base={base} uses={uses} />
        {!locked && notOwn.length > 0 && (
          <Button icon="undo" onClick={() => notOwn.forEach(({ field, side }) => put(field, side.builtIn))}>
            {t('words.put-back')}
          </Button>
        )}
      </div>
      {history && (
        <WordHistory
          forms={forms}
          onUse={locked ? undefined : (key, language, text) => put(fieldOf(key, language), text)}
        />
      )}
    </div>
  )
}

function fieldsOf(one: Sentence, language: Language) {
  const side = sideOf(one, language)
  return side ? [{ key: one.key, language, side, field: fieldOf(one.key, language) }] : []
}
