import { useT } from '../../../../i18n/context.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { ArtPicker } from './art-picker.tsx'
import { DayField } from '../../field/day-field.tsx'
import { LeadsTo } from './leads-to.tsx'
import { PhotoField } from '../../field/photo-field.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import type { Detail } from '../../record-queries.ts'
import { FieldsEditor } from '../../text/fields-editor.tsx'

/** A banner: its words, where it leads, and how it looks. */
export function BannerEditor({ detail, userId }: { detail: Detail; userId: string }) {
  return (
    <FieldsEditor
      detail={detail}
      userId={userId}
      each={['title', 'text']}
      renderRest={(work, setField) => (
        <>
          <LeadsTo work={work} limit={detail.limits.href} onField={setField} />
          <BannerLook work={work} />
        </>
      )}
    />
  )
}

/** Which kind of banner it is, and the drawing on it. */
function BannerLook({ work }: { work: RecordWork }) {
  const t = useT()
  const { keeper, snapshot } = work
  return (
    <>
      <RadioCards
        id="field-type"
        legend={t('records.banner-type')}
        name="banner-type"
        columns={2}
        value={snapshot.fields.type}
        error={snapshot.errors.type}
        onChange={(value) => keeper.type('type', value)}
        options={[
          { value: '101', title: t('records-banner.banner-101'), text: t('records-banner.banner-101-text') },
          { value: '102', title: t('records-banner.banner-102'), text: t('records-banner.banner-102-text') },
        ]}
      />
      {(['opens', 'closes'] as const).map((name) => (
        <DayField
          key={name}
          name={name}
          label={t(`records-banner.banner-${name}`)}
          none={t(`records-banner.banner-none-${name}`)}
          work={work}
        />
      ))}
      {leadsToWhatEnds(snapshot.fields.href ?? '', snapshot.fields.ends) && (
        <Checkbox
          id="field-ends"
          label={t('records-banner.banner-ends')}
          hint={t('records-banner.banner-ends-text')}
          checked={snapshot.fields.ends === 'yes'}
          error={snapshot.errors.ends}
          onChange={({ target }) => keeper.type('ends', target.checked ? 'yes' : '')}
        />
      )}
      <PhotoField work={work} hint={t('records.instead-of-drawing')} />
      <ArtPicker value={snapshot.fields.art ?? ''} onChange={(one) => keeper.type('art', one)} />
    </>
  )
}

/** Offerings and events end; a tick that no longer fits stays in sight, so that it can be taken away. */
function leadsToWhatEnds(href: string, ends: string | undefined): boolean {
  return ends === 'yes' || /^(\/zh)?\/(blessing-service|event)\/./.test(href)
}
