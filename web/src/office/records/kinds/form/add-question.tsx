import { useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { newKey } from './questions.ts'
import { questionIcons, questionKinds, type QuestionKind } from './question-kinds.ts'

type Props = {
  prefix: string
  place: string
  /** The keys of existing questions. */
  asked: readonly string[]
  /** Called with the fields of the new question. */
  onAdd: (at: string, fields: readonly [string, string][]) => void
}

/** Labels used in most forms, which the office may change. */
const common = {
  chineseName: { en: 'Chinese name', zh: '中文姓名' },
  name: { en: 'English name', zh: '英文姓名' },
  relation: { en: 'Relation to payer', zh: '与付款人的关系' },
  birthDate: { en: 'Birth date', zh: '出生日期' },
} as const

/**
 * Questions that the program identifies by their keys: the consent to the merit wall, and the purpose of a gift, used
 * in reports.
 */
const known = [
  {
    key: 'listed',
    type: 'consent',
    icon: 'heart',
    en: 'You may show these names on the temple’s merit wall.',
    zh: '可将芳名列于本寺功德榜。',
  },
  { key: 'fund', type: 'choice', icon: 'bullets', en: 'What is your gift for?', zh: '善款用途' },
] as const

function ask(at: string, type: string, place: string, oneOf?: string): [string, string][] {
  const words = type in common ? common[type as keyof typeof common] : undefined
  const out: [string, string][] = [
    [`${at}.type`, type],
    [`${at}.place`, place],
  ]
  if (words) out.push([`${at}.label.en`, words.en], [`${at}.label.zh`, words.zh])
  if (oneOf) out.push([`${at}.oneof`, oneOf])
  return out
}

/** A button for each kind of question. A list of people starts with both names, one of which is required. */
export function AddQuestion({ prefix, place, asked, onAdd }: Props) {
  const t = useT()
  const top = prefix === 'ask.'
  const add = (kind: QuestionKind) => {
    const at = prefix + newKey()
    if (kind !== 'people' && kind !== 'departed') return onAdd(at, ask(at, kind, place))
    onAdd(at, [
      ...ask(at, 'people', place),
      [`${at}.takes`, kind === 'departed' ? 'departed' : 'living'],
      [`${at}.required`, 'yes'],
      ...ask(`${at}.each.chineseName`, 'chineseName', '1', '1'),
      ...ask(`${at}.each.name`, 'name', '2', '2'),
    ])
  }
  return (
    <div className={`border-t border-line ${top ? 'p-5 sm:px-6' : 'px-4 pt-3'}`}>
      <p className="mb-2 font-bold">{t(top ? 'records-form.add' : 'records-form.add-each')}</p>
      <div className="flex flex-wrap gap-2">
        {questionKinds
          .filter((kind) => top || (kind !== 'people' && kind !== 'departed'))
          .map((kind) => (
            <Button key={kind} icon={questionIcons[kind]} onClick={() => add(kind)}>
              {t(`records-form.kind-${kind}`)}
            </Button>
          ))}
        {known
          .filter(({ key }) => top && !asked.includes(key))
          .map(({ key, type, icon, en, zh }) => (
            <Button
              key={key}
              icon={icon}
              onClick={() =>
                onAdd(`ask.${key}`, [
                  ...ask(`ask.${key}`, type, place),
                  [`ask.${key}.label.en`, en],
                  [`ask.${key}.label.zh`, zh],
                ])
              }
            >
              {t(`records-form.add-${key}`)}
            </Button>
          ))}
      </div>
    </div>
  )
}
