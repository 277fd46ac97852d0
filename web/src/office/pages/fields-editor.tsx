import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { Picture } from '../../ui/art/picture.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fieldName } from './field-name.ts'
import { OpeningFields } from './opening-fields.tsx'
import { RecordFrame, useRecordWork, type RecordWork } from './record-frame.tsx'
import { languages, type Detail } from './record-queries.ts'

/** Those of `content.Arts` (internal/content/banner.go), which decides. */
const arts = ['lamp', 'tablet', 'bell', 'sutra', 'incense', 'flowers', 'gate', 'hall', 'peace'] as const

type Shape = {
  /** Fields of both languages, side by side. */
  each: readonly string[]
  /** Fields without a language. */
  once: readonly string[]
}

const shapes: Record<string, Shape> = {
  banner: { each: ['title', 'text'], once: ['href'] },
  place: { each: ['name', 'address', 'directions', 'hours'], once: ['phone', 'whatsapp', 'email'] },
}

/** A record of short fields: both languages of each side by side, what has no language once. */
export function FieldsEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  const { kind } = detail.record
  const { each, once } = shapes[kind] ?? { each: [], once: [] }
  const line = (name: string) => <Line key={name} name={name} detail={detail} work={work} onField={setField} />
  return (
    <RecordFrame work={work}>
      <Panel className="space-y-6">
        {each.map((name) => (
          <div key={name} className="grid gap-4 lg:grid-cols-2">
            {languages.map((language) => line(`${name}.${language}`))}
          </div>
        ))}
        <div className="grid gap-4 lg:grid-cols-2">{once.map(line)}</div>
        {kind === 'place' && (
          <OpeningFields
            value={work.snapshot.fields.opening ?? ''}
            error={work.snapshot.errors.opening}
            onChange={(value) => work.keeper.type('opening', value)}
            onFocus={() => setField('opening')}
          />
        )}
        {kind === 'banner' && <BannerLook work={work} />}
      </Panel>
    </RecordFrame>
  )
}

function Line(props: { name: string; detail: Detail; work: RecordWork; onField: (name: string) => void }) {
  const t = useT()
  const { name, work } = props
  const { keeper, snapshot } = work
  const zh = name.endsWith('.zh')
  return (
    <TextField
      id={`field-${name.replace('.', '-')}`}
      label={fieldName(t, name)}
      lang={zh ? languageTag.zh : name.endsWith('.en') ? languageTag.en : undefined}
      value={snapshot.fields[name] ?? ''}
      maxLength={props.detail.limits[name]}
      error={snapshot.errors[name]}
      autoComplete="off"
      onFocus={() => props.onField(name)}
      onChange={(event) => keeper.type(name, event.target.value)}
    />
  )
}

/** Which kind of banner it is, and the drawing on it. */
function BannerLook({ work: { keeper, snapshot } }: { work: RecordWork }) {
  const t = useT()
  const art = arts.find((one) => one === snapshot.fields.art)
  return (
    <>
      <RadioCards
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
      <fieldset>
        <legend className="mb-2 font-semibold">{t('pages.banner-art')}</legend>
        <div className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
          {arts.map((one) => (
            <label
              key={one}
              className="overflow-hidden rounded-2xl shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:ring-4 has-checked:ring-cinnabar has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007]"
            >
              <input
                type="radio"
                name="banner-art"
                className="sr-only"
                checked={one === art}
                onChange={() => keeper.type('art', one)}
              />
              <span className="block aspect-[4/3]">
                <Picture art={one} />
              </span>
              <span className="block px-2 py-1 text-center text-sm">{t(`pages.art-${one}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
