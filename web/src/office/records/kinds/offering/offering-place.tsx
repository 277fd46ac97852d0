import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { ArtPicker } from '../banner/art-picker.tsx'
import { PhotoField } from '../../field/photo-field.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { offeringUse, recordList, titleOf } from '../../record-queries.ts'

/** Where an offering appears on the site (category and drawing), and its form. */
export function OfferingPlace({ work }: { work: RecordWork }) {
  const t = useT()
  const { keeper, snapshot, record } = work
  const locale = useLocale()
  const categories = useQuery(recordList('category')).data?.items ?? []
  const forms = useQuery(offeringUse(record.key)).data?.forms ?? []
  const titles = useQuery(recordList('form')).data?.items ?? []
  const formTitle = (key: string) => {
    const record = titles.find((one) => one.key === key)
    return record ? titleOf(record, locale) : key
  }
  const { fields, errors } = snapshot
  const tick = (name: 'enquiry' | 'featured') => (
    <Checkbox
      label={t(`records-offering.${name}`)}
      checked={fields[name] === 'yes'}
      onChange={({ target }) => keeper.type(name, target.checked ? 'yes' : '')}
    />
  )
  return (
    <Panel className="space-y-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          id="field-category"
          label={t('records.category')}
          error={errors.category}
          value={fields.category ?? ''}
          options={[
            ['', t('office.please-choose')],
            ...categories.map((one) => [one.key, titleOf(one, locale)] as const),
          ]}
          onChange={(value) => keeper.type('category', value)}
        />
        <SelectField
          id="field-form"
          label={t('records.form')}
          error={errors.form}
          value={fields.form ?? ''}
          options={[['', t('records-offering.form-none')], ...forms.map((key) => [key, formTitle(key)] as const)]}
          onChange={(value) => keeper.type('form', value)}
        />
      </div>
      <div>
        {tick('featured')}
        {tick('enquiry')}
      </div>
      <PhotoField work={work} hint={t('records.instead-of-drawing')} />
      <ArtPicker value={fields.art ?? ''} onChange={(art) => keeper.type('art', art)} />
    </Panel>
  )
}
