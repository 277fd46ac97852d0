import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { languageTag } from '../../i18n/messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { asParagraph, Change, Difference, differenceOf } from './difference.tsx'
import { FormDifference } from './form-difference.tsx'
import { LanguageMark } from './language-state.tsx'
import { OtherFields } from './other-fields.tsx'
import { languages, versionOf, type Detail, type Language, type VersionRow } from './record-queries.ts'
import { Restore } from './restore.tsx'

/** Stands for today's draft among the numbers of versions. */
const draft = 0

type Fields = Detail['fields']

type Props = {
  detail: Detail
  /** The versions that are listed, the newest first. */
  rows: readonly VersionRow[]
  /** The version that is compared, and can be brought back. */
  before: number
  onBefore: (number: number) => void
}

/** What differs between a version and another one, or today's draft; and the way back to it. */
export function Compared({ detail, rows, before, onBefore }: Props) {
  const t = useT()
  const locale = useLocale()
  const [after, setAfter] = useState(draft)
  const [onlyChanged, setOnlyChanged] = useState(true)
  const name = (row: VersionRow) =>
    row.onSite.length > 0 ? t('pages.version-on-site', { at: dateTime(locale, row.at) }) : dateTime(locale, row.at)
  const versions = rows.map((row) => [String(row.number), name(row)] as const)
  const query = useQuery(versionOf(detail.record.id, before))
  const other = useQuery({ ...versionOf(detail.record.id, after), enabled: after !== draft })
  const shown = (version: { fields: Fields }, now: Fields) => (
    <Both detail={detail} before={version.fields} after={now} all={!onlyChanged} />
  )
  return (
    <div className="min-w-0 space-y-5">
      <div className="flex flex-wrap items-end gap-4">
        <div className="grow basis-56">
          <SelectField
            id="compare-before"
            label={t('pages.compare')}
            value={String(before)}
            options={versions}
            onChange={(value) => onBefore(Number(value))}
          />
        </div>
        <div className="grow basis-56">
          <SelectField
            id="compare-after"
            label={t('pages.compare-with')}
            value={String(after)}
            options={[[String(draft), t('pages.todays-draft')] as const, ...versions]}
            onChange={(value) => setAfter(Number(value))}
          />
        </div>
        <Checkbox
          label={t('pages.only-changed')}
          checked={onlyChanged}
          onChange={({ target }) => setOnlyChanged(target.checked)}
        />
      </div>
      <Loaded query={query} lines={8}>
        {(version) => (
          <>
            <Panel>
              {after === draft ? (
                shown(version, detail.fields)
              ) : (
                <Loaded query={other} lines={8}>
                  {({ fields }) => shown(version, fields)}
                </Loaded>
              )}
            </Panel>
            <Restore key={before} detail={detail} number={before} at={version.at} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Two states of a record: each language beside the other, then what has none. */
function Both({ detail, before, after, all }: { detail: Detail; before: Fields; after: Fields; all: boolean }) {
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        {languages.map((language) => (
          <section key={language} className="min-w-0">
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
      <OtherFields before={before} after={after} />
      {detail.record.kind === 'form' && <FormDifference before={before} after={after} />}
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
