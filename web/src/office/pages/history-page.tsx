import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act-state.tsx'
import { Card } from '../kit/card.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { valueOf } from '../kit/session-gate.ts'
import { useAct } from '../kit/use-act.ts'
import { asParagraph, Change, Difference, differenceOf } from './difference.tsx'
import { FormDifference } from './form-difference.tsx'
import { fieldName, isShaped } from './field-name.ts'
import { LanguageMark } from './language-state.tsx'
import { recordPath } from '../kit/record-path.ts'
import {
  languages,
  recordOf,
  titleOf,
  versionOf,
  versionsOf,
  type Detail,
  type Language,
  type VersionRow,
} from './record-queries.ts'

/** Every version of a text: who, when and why; what differs from today's draft; and the way back. */
export function HistoryPage({ detail }: { detail: Detail }) {
  const t = useT()
  const locale = useLocale()
  const { record } = detail
  const [chosen, setChosen] = useState<number>()
  const query = useInfiniteQuery({
    queryKey: versionsOf(record.id),
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/record/{id}/version', {
          params: { id: record.id },
          query: { before: pageParam || undefined },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const number = chosen ?? rows?.[0]?.number
  return (
    <>
      <PageTop title={t('pages.history-of', { title: titleOf(record, locale) })} />
      <div className="grid gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Loaded query={query}>
          {({ pages }) => (
            <div>
              {rows?.length === 0 && <p>{t('pages.no-versions')}</p>}
              <ol className="space-y-1">
                {pages
                  .flatMap(({ items }) => items)
                  .map((row) => (
                    <li key={row.number}>
                      <VersionButton row={row} on={row.number === number} onChoose={() => setChosen(row.number)} />
                    </li>
                  ))}
              </ol>
              {query.hasNextPage && (
                <Button className="mt-3" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('pages.older-versions')}
                </Button>
              )}
            </div>
          )}
        </Loaded>
        {number !== undefined && <Compared key={number} detail={detail} number={number} />}
      </div>
    </>
  )
}

function VersionButton({ row, on, onChoose }: { row: VersionRow; on: boolean; onChoose: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className={`w-full rounded-card p-4 text-left ${on ? 'bg-card shadow-card' : 'hover:bg-gold-1/60'}`}
    >
      <span className="flex flex-wrap items-center justify-between gap-2 font-bold">
        {dateTime(locale, row.at)}
        {row.onSite.length > 0 && (
          <Badge tone="good" icon="check" size="small">
            {t('pages.state-live')}
            {row.onSite.length === 1 && ` · ${row.onSite[0] === 'zh' ? '中' : 'EN'}`}
          </Badge>
        )}
      </span>
      <span className="block text-ink-2">
        {t(`pages.why-${row.why}`, { number: row.source ?? 0 })}
        {row.by.name && ` · ${row.by.name}`}
      </span>
    </button>
  )
}

function Compared({ detail, number }: { detail: Detail; number: number }) {
  const t = useT()
  const query = useQuery(versionOf(detail.record.id, number))
  return (
    <Loaded query={query} lines={8}>
      {(version) => (
        <div className="min-w-0 space-y-5">
          <Panel>
            <p className="mb-4 text-ink-2">{t('pages.compared')}</p>
            <div className="grid gap-6 lg:grid-cols-2">
              {languages.map((language) => (
                <section key={language} className="min-w-0">
                  <LanguageMark language={language} />
                  <TitleChange
                    before={version.fields[`title.${language}`] ?? ''}
                    after={detail.fields[`title.${language}`] ?? ''}
                    language={language}
                  />
                  <Difference
                    before={version.fields[`html.${language}`] ?? ''}
                    after={detail.fields[`html.${language}`] ?? ''}
                    language={language}
                  />
                </section>
              ))}
            </div>
            <OtherFields before={version.fields} after={detail.fields} />
            {detail.record.kind === 'form' && <FormDifference before={version.fields} after={detail.fields} />}
          </Panel>
          <Restore detail={detail} number={number} />
        </div>
      )}
    </Loaded>
  )
}

/** What differs beside title and text: each field with what it was and what it is. */
function OtherFields({ before, after }: { before: Record<string, string>; after: Record<string, string> }) {
  const t = useT()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !/^(title|html)\./.test(name) && (before[name] ?? '') !== (after[name] ?? ''))
    .toSorted()
  if (names.length === 0) return null
  return (
    <dl className="mt-5 space-y-2 border-t border-line pt-4">
      {names.map((name) => (
        <div key={name}>
          <dt className="font-bold">{fieldName(t, name)}</dt>
          <dd className="wrap-anywhere">
            {isShaped(name) ? (
              t('pages.shaped-changed')
            ) : (
              <Difference
                before={asParagraph(before[name] ?? '')}
                after={asParagraph(after[name] ?? '')}
                language={name.endsWith('.zh') ? 'zh' : 'en'}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TitleChange({ before, after, language }: { before: string; after: string; language: Language }) {
  const [block] = differenceOf(asParagraph(before), asParagraph(after), language)
  return (
    <p className="my-3 font-display text-xl font-bold" lang={language === 'zh' ? 'zh-Hans' : 'en'}>
      {block?.kind === 'changed' ? <Change parts={block.parts} /> : after}
    </p>
  )
}

/** Makes a version the draft, in one language or both. Nothing changes for visitors, and today's draft stays a version. */
function Restore({ detail, number }: { detail: Detail; number: number }) {
  const t = useT()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [which, setWhich] = useState<'both' | Language>('both')
  const { id } = detail.record
  const act = useAct(
    (body: { version: number; languages: Language[] }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/restore', { params: { id }, body, idempotencyKey }),
    () => {
      client.removeQueries({ queryKey: recordOf(id).queryKey })
      toast({ text: 'pages.restored', type: 'success' })
      navigate(recordPath(detail.record))
    },
  )
  return (
    <Card title={t('pages.restore')}>
      <p className="mb-3 text-ink-2">{t('pages.restore-text')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <select
          aria-label={t('pages.which-language')}
          className="field min-h-12 w-auto"
          value={which}
          onChange={({ target }) => setWhich(target.value === 'en' || target.value === 'zh' ? target.value : 'both')}
        >
          <option value="both">{t('pages.both-languages')}</option>
          <option value="en">English</option>
          <option value="zh">中文</option>
        </select>
        <Button
          icon="undo"
          pending={act.pending}
          onClick={() => void act.send({ version: number, languages: which === 'both' ? [...languages] : [which] })}
        >
          {t('pages.restore-do')}
        </Button>
      </div>
      <ActState act={act} />
    </Card>
  )
}
