import { useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { scrollToFragment } from '../../../kit/layout/scroll-to-fragment.ts'
import { Card } from '../../../kit/layout/card.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import { HowItReads } from './how-it-reads.tsx'
import { OpeningFields } from './opening-fields.tsx'
import { RecordFrame } from '../../frame/record-frame.tsx'
import { useRecordWork } from '../../frame/use-record-work.ts'
import { languages, type Detail } from '../../record-queries.ts'

/** The editor of the opening hours and contact data. The preview of the hours is beside it, or below it on a narrow screen. */
export function PlaceEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const t = useT()
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  const line = (name: string, grows?: boolean) => (
    <FieldLine key={name} name={name} grows={grows} limits={detail.limits} work={work} onField={setField} />
  )
  const pair = (name: string, grows?: boolean) => (
    <div className="grid gap-4 lg:grid-cols-2">{languages.map((language) => line(`${name}.${language}`, grows))}</div>
  )
  return (
    <RecordFrame work={work}>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        <Panel>
          <OpeningFields
            value={work.snapshot.fields.opening ?? ''}
            error={work.snapshot.errors.opening}
            onChange={(value) => work.keeper.type('opening', value)}
            onFocus={() => setField('opening')}
          />
          <div className="mt-6 border-t border-line pt-5">{pair('hours', true)}</div>
        </Panel>
        <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <HowItReads work={work} />
        </div>
        <div ref={scrollToFragment('reach')} className="scroll-mt-28">
          <Card title={t('records-place.place-reach')}>
            <div className="mt-4 space-y-6">
              {pair('name')}
              {pair('address', true)}
              <div className="grid gap-4 lg:grid-cols-2">
                {line('phone')}
                {line('whatsapp')}
              </div>
              {line('email')}
              {pair('directions', true)}
            </div>
          </Card>
        </div>
      </div>
    </RecordFrame>
  )
}
