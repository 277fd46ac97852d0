import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { lately, within } from '../../kit/format/lately.ts'
import { Loaded } from '../../kit/query/loaded.tsx'
import { asParagraph, Change, Difference, differenceOf, looks } from './difference.tsx'
import { LanguageMark } from '../frame/language-state.tsx'
import { OtherFields } from './other-fields.tsx'
import { languages, versionOf, type Detail, type Language, type VersionRow } from '../record-queries.ts'
import { factsOf } from '../../kit/site/record-kinds.ts'
import { Restore } from './restore.tsx'

/** Stands for the current draft among version numbers. */
export const todaysDraft = 0

type Fields = Detail['fields']

type Props = {
  detail: Detail
  /** The listed versions, newest first. */
  rows: readonly VersionRow[]
  /** The version to compare, which can be restored. */
  before: number
  onBefore: (number: number) => void
  /** The version that it is compared with, or the current draft. */
  after: number
  onAfter: (number: number) => void
  /** The current time, in milliseconds. */
  now: number
}

/** The differences between a version and another one, or the current draft; with a button to restore it. */
export function Compared({ detail, rows, before, onBefore, after, onAfter, now }: Props) {
  const t = useT()
  const locale = useLocale()
  const [onlyChanged, setOnlyChanged] = useState(true)
  const name = (row: VersionRow) => {
    const at = lately(t, locale, row.at, now)
    return row.onSite.length > 0 ? t('records.version-on-site', { at }) : at
  }
  const versions = rows.map((row) => [row.number, name(row)] as const)
  const query = useQuery(versionOf(detail.record.id, before))
  const other = useQuery({ ...versionOf(detail.record.id, after), enabled: after !== todaysDraft })
  const shown = (version: { fields: Fields }, fields: Fields) => (
    <Both detail={detail} before={version.fields} after={fields} all={!onlyChanged} />
  )
  return (
    <div className="min-w-0 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Choice label={t('records.compare')} value={before} options={versions} onChange={onBefore} />
          <Choice
            label={t('records.compare-with')}
            value={after}
            options={[[todaysDraft, t('records.todays-draft')] as const, ...versions]}
            onChange={onAfter}
          />
        </div>
        <Checkbox
          label={t('records.only-changed')}
          checked={onlyChanged}
          onChange={({ target }) => setOnlyChanged(target.checked)}
        />
      </div>
      <Loaded query={query} lines={8}>
        {(version) => (
          <>
            <Panel className="overflow-hidden !p-0">
              {after === todaysDraft ? (
                shown(version, detail.fields)
              ) : (
                <Loaded query={other} lines={8}>
                  {({ fields }) => shown(version, fields)}
                </Loaded>
              )}
            </Panel>
            <Restore key={before} detail={detail} number={before} at={within(locale, version.at, now)} />
          </>
        )}
      </Loaded>
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: number
  options: readonly (readonly [number: number, label: string])[]
  onChange: (number: number) => void
}

/** A select field for a version, with its label on the same line. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="shrink-0 font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="field w-auto max-w-44 min-w-0"
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {options.map(([number, words]) => (
          <option key={number} value={number}>
            {words}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Two states of a record: the languages side by side, then fields without a language. */
function Both({ detail, before, after, all }: { detail: Detail; before: Fields; after: Fields; all: boolean }) {
  const t = useT()
  const same = [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (name) => (before[name] ?? '') === (after[name] ?? ''),
  )
  return (
    <>
      <div className="grid divide-line max-lg:divide-y lg:grid-cols-2 lg:divide-x">
        {languages.map((language) => (
          <section key={language} className="min-w-0 p-5 sm:px-6">
            <LanguageMark language={language} />
            <TitleChange
              before={before[`title.${language}`] ?? ''}
              after={after[`title.${language}`] ?? ''}
              language={language}
            />
            <Difference
              before={before[`html.${language}`] ?? ''}
              after={after[`html.${language}`] ?? ''}
              language={language}
              all={all}
            />
          </section>
        ))}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line px-5 py-4 sm:px-6">
        <div className="min-w-0 grow space-y-4">
          <p role="status">{same && t('records.nothing-differs')}</p>
          <OtherFields before={before} after={after} asks={factsOf(detail.record.kind).asks} />
        </div>
        {!same && (
          <p className="flex gap-2 text-sm">
            <ins className={`rounded px-1 decoration-2 ${looks.added}`}>{t('records.legend-added')}</ins>
            <del className={`rounded px-1 decoration-2 ${looks.removed}`}>{t('records.legend-removed')}</del>
          </p>
        )}
      </div>
    </>
  )
}

function TitleChange({ before, after, language }: { before: string; after: string; language: Language }) {
  const [block] = differenceOf(asParagraph(before), asParagraph(after), language)
  return (
    <p className="my-3 font-display text-xl font-bold" lang={languageTag[language]}>
      {block?.kind === 'changed' ? <Change parts={block.parts} /> : after}
    </p>
  )
}
