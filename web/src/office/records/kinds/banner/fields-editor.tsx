import { useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { languageTag } from '../../../../i18n/messages.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { ArtPicker } from './art-picker.tsx'
import { DayField } from '../../field/day-field.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import { LeadsTo } from './leads-to.tsx'
import { PhotoField } from '../../field/photo-field.tsx'
import { RecordFrame } from '../../frame/record-frame.tsx'
import { useRecordWork, type RecordWork } from '../../frame/use-record-work.ts'
import { languages, type Detail } from '../../record-queries.ts'

type Shape = {
  /** Fields in both languages, side by side. */
  each: readonly string[]
  /** Fields without a language. */
  once: readonly string[]
}

const shapes: Record<string, Shape> = {
  banner: { each: ['title', 'text'], once: [] },
  category: { each: ['title'], once: [] },
  message: { each: ['title'], once: [] },
}

/** The editor of a record with short fields: languages side by side, other fields once. */
export function FieldsEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  const { kind } = detail.record
  const { each, once } = shapes[kind] ?? { each: [], once: [] }
  const line = (name: string) => (
    <FieldLine key={name} name={name} limits={detail.limits} work={work} onField={setField} />
  )
  return (
    <RecordFrame work={work}>
      <Panel className="space-y-6">
        {each.map((name) => (
          <div key={name} className="grid gap-4 lg:grid-cols-2">
            {languages.map((language) => line(`${name}.${language}`))}
          </div>
        ))}
        {once.length > 0 && <div className="grid gap-4 lg:grid-cols-2">{once.map(line)}</div>}
        {kind === 'message' && <MessageText work={work} limits={detail.limits} onField={setField} />}
        {kind === 'banner' && (
          <>
            <LeadsTo work={work} limit={detail.limits.href} onField={setField} />
            <BannerLook work={work} />
          </>
        )}
      </Panel>
    </RecordFrame>
  )
}

/** The text of a saved reply, languages side by side. */
function MessageText(props: { work: RecordWork; limits: Record<string, number>; onField: (field: string) => void }) {
  const t = useT()
  const { keeper, snapshot } = props.work
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {languages.map((language) => {
        const name = `text.${language}`
        return (
          <TextArea
            key={language}
            id={`field-text-${language}`}
            label={t(`pages.message-text-${language}`)}
            hint={t('pages.message-hint')}
            lang={languageTag[language]}
            rows={10}
            value={snapshot.fields[name] ?? ''}
            maxLength={props.limits[name]}
            error={snapshot.errors[name]}
            onFocus={() => props.onField(name)}
            onChange={(event) => keeper.type(name, event.target.value)}
          />
        )
      })}
    </div>
  )
}

/** The kind of a banner, and its drawing. */
function BannerLook({ work }: { work: RecordWork }) {
  const t = useT()
  const { keeper, snapshot } = work
  return (
    <>
      <RadioCards
        id="field-type"
        legend={t('pages.banner-type')}
        name="banner-type"
        columns={2}
        value={snapshot.fields.type}
        error={snapshot.errors.type}
        onChange={(value) => keeper.type('type', value)}
        options={[
          { value: '101', title: t('pages.banner-101'), text: t('pages.banner-101-text') },
          { value: '102', title: t('pages.banner-102'), text: t('pages.banner-102-text') },
        ]}
      />
      {(['opens', 'closes'] as const).map((name) => (
        <DayField
          key={name}
          name={name}
          label={t(`pages.banner-${name}`)}
          none={t(`pages.banner-none-${name}`)}
          work={work}
        />
      ))}
      {leadsToWhatEnds(snapshot.fields.href ?? '', snapshot.fields.ends) && (
        <Checkbox
          id="field-ends"
          label={t('pages.banner-ends')}
          hint={t('pages.banner-ends-text')}
          checked={snapshot.fields.ends === 'yes'}
          error={snapshot.errors.ends}
          onChange={({ target }) => keeper.type('ends', target.checked ? 'yes' : '')}
        />
      )}
      <PhotoField work={work} hint={t('pictures.instead-of-drawing')} />
      <ArtPicker value={snapshot.fields.art ?? ''} onChange={(one) => keeper.type('art', one)} />
    </>
  )
}

/** Offerings and events end; a ticked box that no longer applies stays visible, so that it can be unticked. */
function leadsToWhatEnds(href: string, ends: string | undefined): boolean {
  return ends === 'yes' || /^(\/zh)?\/(blessing-service|event)\/./.test(href)
}
