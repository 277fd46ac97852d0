import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date } from '../../../../i18n/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { DateField } from '../../../kit/field/date-field.tsx'
import { kinds, type Preview, type Rule } from './event-queries.ts'
import { KindFields } from './kind-fields.tsx'
import { needsShort, changed, withKind } from './rule-kind.ts'

/** The props of a rule's card. */
export type RuleCard = {
  rule: Rule
  set: (rule: Rule) => void
  errorOf: (id: string) => string | undefined
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** The days of an event: one of six kinds of rule, with its fields. */
export function WhenCard({ rule, set, errorOf, preview }: RuleCard & { preview: Preview | undefined }) {
  const t = useT()
  const put = (part: Partial<Rule>) => set(changed(rule, part))
  const lunar = rule.kind === 'lunar-monthly' || rule.kind === 'lunar-yearly' || rule.start === 'lunar'
  const chosen = rule.kind === 'dates' || rule.start === 'day'
  return (
    <Panel aria-labelledby="when-heading">
      <h2 id="when-heading" className="mb-3 text-2xl">
        {t('office.field.when')}
      </h2>
      <div className="space-y-5">
        <RadioCards
          legend={t('records-event.kind')}
          hideLegend
          name="kind"
          columns={3}
          value={rule.kind}
          options={kinds.map((kind) => ({
            value: kind,
            title: t(`records-event.kind-${kind}`),
            text: <span lang="zh-Hans">{t(`records-event.like-${kind}`)}</span>,
          }))}
          onChange={(value) => {
            const kind = kinds.find((one) => one === value)
            if (kind) set(withKind(rule, kind, today()))
          }}
        />
        <div id="field-rule">
          <KindFields rule={rule} set={put} errorOf={errorOf} />
        </div>
        {needsShort(rule) && (
          <SelectField
            id="rule.short"
            label={t('records-event.short')}
            value={rule.short ?? 'last'}
            options={(['last', 'left-out'] as const).map((one) => [one, t(`records-event.short-${one}`)])}
            onChange={(short) => put({ short })}
            error={errorOf('rule.short')}
          />
        )}
        {lunar && <Leap rule={rule} put={put} preview={preview} />}
        {!chosen && (
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              id="rule.from"
              label={t('records-event.from')}
              value={rule.from ?? ''}
              onChange={(from) => put({ from })}
              error={errorOf('rule.from')}
            />
            <DateField
              id="rule.until"
              label={t('records-event.until')}
              optional
              ahead
              value={rule.until ?? ''}
              onChange={(until) => put({ until: until || undefined })}
              error={errorOf('rule.until')}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

function Leap(props: { rule: Rule; put: (part: Partial<Rule>) => void; preview: Preview | undefined }) {
  const t = useT()
  const locale = useLocale()
  const { rule, put, preview } = props
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_17rem]">
      <RadioCards
        legend={t('records-event.leap')}
        name="leap"
        value={rule.leap || (rule.kind === 'lunar-monthly' ? 'also' : 'first')}
        options={(['also', 'first'] as const).map((value) => ({ value, title: t(`records-event.leap-${value}`) }))}
        onChange={(leap) => put({ leap })}
      />
      {preview?.leap && (
        <Notice>
          {t('records-event.leap-next', {
            name: preview.leap.name,
            from: date(locale, preview.leap.from, 'short'),
            to: date(locale, preview.leap.to, 'short'),
            count: preview.leap.dates,
          })}
        </Notice>
      )}
    </div>
  )
}
