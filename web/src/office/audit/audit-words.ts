import { signs } from '../../domain/form/zodiac.ts'
import { dateTime, money } from '../../i18n/format.ts'
import { keyFor, type Locale, type Translate } from '../../i18n/messages.ts'
import { signed } from '../kit/format/signed.ts'
import type { AuditEntry } from './audit-queries.ts'

/** The actions offered in the filter, in list order. */
export const actions = [
  'login',
  'login.failed',
  'payment.approve',
  'payment.approve-refused',
  'payment.provider',
  'payment.reject',
  'payment.reject-refused',
  'payment.undo',
  'payment.undo-refused',
  'payment.cash',
  'payment.cash-undo',
  'payment.bank',
  'payment.bank-undo',
  'payment.photograph',
  'payment.photograph-late',
  'invoice.refund',
  'refund.ask',
  'refund.approve',
  'refund.provider',
  'refund.refuse',
  'refund.withdraw',
  'refund.transferred',
  'refund.proof',
  'refund.proof-removed',
  'invoice.reopen',
  'invoice.cancel',
  'invoice.late-money',
  'invoice.excess-donated',
  'invoice.mail',
  'invoice.receipt-mail',
  'transfer.invoice',
  'transfer.refund',
  'transfer.donation',
  'bank-line.invoice',
  'bank-line.refund',
  'bank-line.donation',
  'bank-line.seen',
  'letter.again',
  'clock.accept',
  'walk-in.order',
  'walk-in.look-up',
  'import.upload',
  'import.start',
  'import.done',
  'import.undo',
  'import.undone',
  'import.give-up',
  'layout.save',
  'tai-sui.change',
  'order.names',
  'wall.choose',
  'wall.set',
  'run.make',
  'run.proof',
  'run.download',
  'run.cancel',
  'run.again',
  'run.accept',
  'shift.open',
  'shift.close',
  'shift.float',
  'shift.look',
  'month.close',
  'month.reopen',
  'account-code.save',
  'bank.upload',
  'bank.approve',
  'bank.seen',
  'bank.match',
  'bank.ignore',
  'bank.undo',
  'bank.undo-line',
  'bank.pair',
  'bank.rule',
  'bank.rule-end',
  'bank.layout',
  'bank.look',
  'bank.resume',
  'subscription.cancel',
  'member.ticket',
  'member.note',
  'member.note-remove',
  'member.reading',
  'offering.option',
  'offering.edit',
  'ceremony.make',
  'ceremony.change',
  'ceremony.sitting',
  'ceremony.close',
  'ceremony.reopen',
  'ceremony.late',
  'ceremony.done',
  'ceremony.done-taken-back',
  'entry.correct',
  'entry.withdraw',
  'entry.put-back',
  'entry.taken-out',
  'hall.add',
  'hall.change',
  'hall.tower',
  'hall.tower-change',
  'kiosk.close',
  'kiosk.open',
  'position.clear',
  'position.label',
  'position.move',
  'position.place-many',
  'position.put',
  'position.sell',
  'position.unplace',
  'position.usable',
  'content.edit',
  'record.add',
  'record.publish',
  'record.go-out',
  'record.take-back',
  'record.take-away',
  'record.bring-back',
  'record.address',
  'record.copy',
  'record.questions',
  'record.restore',
  'record.move',
  'record.schedule',
  'record.withdraw',
  'record.ask',
  'record.ask-again',
  'record.ask-withdraw',
  'record.look',
  'record.look-end',
  'picture.add',
  'picture.replace',
  'picture.describe',
  'picture.delete',
  'picture.bring-back',
  'redirect.send',
  'redirect.take-away',
  'words.keep',
  'words.publish',
  'words.take-back',
  'setting.change',
  'staff.add',
  'staff.invite',
  'staff.remind',
  'staff.accept',
  'staff.roles',
  'staff.disable',
  'staff.enable',
  'staff.reset-factor',
  'staff.greeting',
  'export.accounts',
  'export.audit',
  'export.journal',
  'export.messages',
  'export.list',
  'export.members',
  'export.orders',
  'chat.call',
  'chat.whatsapp',
  'message.answer',
  'message.take-back',
  'message.spam',
  'account.export',
  'account.close',
  'account.keep',
  'account.erase',
] as const

const known: readonly string[] = actions

/** The kinds of subjects. */
export const kinds = [
  'user',
  'login',
  'payment',
  'invoice',
  'shift',
  'subscription',
  'setting',
  'content',
  'record',
  'picture',
  'offering',
  'option',
  'export',
  'transfer',
  'refund',
  'line',
  'bank-statement',
  'bank-line',
  'bank-rule',
  'import',
  'letter',
  'clock',
  'redirect',
  'message',
  'tai-sui',
  'ceremony',
  'entry',
  'hall',
  'tower',
  'position',
  'kiosk',
  'layout',
  'run',
  'month',
  'account-code',
] as const
const knownKinds: readonly string[] = kinds

/** The reasons for which a call or chat link may have been used. */
const abouts = 'hello order unpaid unclear rejected renewal undelivered names message late'.split(' ')

const amounts =
  `price amount received change given float counted expected difference sum excess declared total paid waived
  late`.split(/\s+/)
/** The detail fields of entries. */
export const fields =
  `value remaining active published closesAt status reason roles secondFactor send format from until to title-en
  title-zh html-en html-zh totp passkeys recoveryCodes action purpose sms method lines count orders bank price amount received
  change float counted expected sum path target keys listed despite run waived account address asked at back by changed clerk
  code decision declared difference done entries entry given gone hall height invoice invoices joined kept key kind known
  language languages late made mark months name now number of option paid payment pictures placed placing reference refund
  item revision rows sha256 sheet sitting sittings sources state total version was who width line paper receipt refunded extent`.split(
    /\s+/,
  )
/** Technical details, shown only in the expanded entry. */
const machine = ['sha256', 'placing', 'mark', 'key', 'width', 'height', 'code', 'version', 'kind']

const words =
  `pending approved rejected voided paid refunded mail sms link on off password second-factor passkey unreadable
  amount-differs not-received wrong-recipient used-before other in-bank payer-asked two-transfers open matched ignored
  resolved interest fee donation invoice reopen refund awaiting-payment under-verification expired cancelled members lamps
  orders asked-by-devotee ceremony-cancelled mistake overpaid paid-twice whole part excess transfer receipt`.split(
    /\s+/,
  )
const ways: Partial<Record<string, 'cash' | 'paynow'>> = { 1: 'cash', 2001: 'paynow' }

/** The fields that an action's sentence contains, besides user and subject. */
const told: Partial<Record<string, readonly string[]>> = {
  login: [],
  'payment.approve': ['received'],
  'payment.reject': ['reason'],
  'payment.cash': ['received'],
  'payment.bank': ['received'],
  'invoice.refund': ['amount', 'reason'],
  'refund.ask': ['amount'],
  'refund.approve': ['amount', 'asked'],
  'refund.refuse': ['amount', 'asked'],
  'refund.transferred': [],
  'refund.proof': [],
  'refund.proof-removed': [],
  'shift.open': ['float'],
  'shift.close': ['difference'],
  'shift.float': ['float'],
  'shift.look': ['difference'],
  'walk-in.order': ['total'],
  'bank.match': ['amount', 'invoices'],
  'bank.ignore': ['reason'],
  'bank.approve': ['count', 'sum'],
  'bank.upload': [],
  'setting.change': ['value'],
  'staff.roles': ['roles'],
  'record.publish': [],
  'invoice.cancel': [],
}

/** The name of an action; without a translation, its code. */
export function actionWords(t: Translate, action: string): string {
  if (known.includes(action)) return t(keyFor('audit.action.', action))
  const tried = action.replace(/-refused$/, '')
  return tried !== action && known.includes(tried)
    ? t('audit.refused', { action: t(keyFor('audit.action.', tried)) })
    : action
}

/** The user of an entry: a name, or a general term if there is none. */
export function personWords(t: Translate, person: AuditEntry['person']): string {
  if (person.name) return person.name
  return t(`audit.who.${person.id === 'system' || person.id === 'guest' ? person.id : 'gone'}`)
}

/** The subject of an entry: "Order INV-2026-000123". */
export function subjectWords(t: Translate, subject: AuditEntry['subject']): string {
  const kind = knownKinds.includes(subject.kind) ? t(keyFor('audit.kind.', subject.kind)) : subject.kind
  if (subject.kind === 'setting' && subject.id) return `${kind} · ${t(keyFor('settings.key.', subject.id))}`
  return subject.label ? `${kind} ${subject.label}` : kind
}

export function fieldWords(t: Translate, field: string): string {
  const sign = signs.find((one) => one === field)
  if (sign) return t(`form.sign-${sign}`)
  return fields.includes(field) ? t(keyFor('audit.field.', field)) : field
}

/** Formats a value for readers: money, yes and no, times; others unchanged. */
export function valueWords(t: Translate, locale: Locale, field: string, value: string): string {
  if (value === '' || value === 'null') return t('audit.nothing')
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'audit.yes' : 'audit.no')
  if (amounts.includes(field) && /^-?\d+$/.test(value))
    return field === 'difference' ? signed(Number(value)) : money(Number(value))
  const way = field === 'method' ? ways[value] : undefined
  if (way) return t(`audit.word.${way}`)
  if (field === 'purpose' && abouts.includes(value)) return t(keyFor('office.about-', value))
  if (words.includes(value)) return t(keyFor('audit.word.', value))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) return dateTime(locale, value)
  if (field === 'roles')
    return value
      .split(', ')
      .map((role) => t(keyFor('office.role-', role)))
      .join(t('office.comma'))
  if (signs.some((sign) => sign === field))
    return value
      .split(', ')
      .map((way) => t(keyFor('ceremonies.tai-sui-', way)))
      .join(t('office.comma'))
  return value
}

/**
 * An entry as one sentence: "Mei closed the cash box of Mei, difference −S$2.00". An action without its own sentence is
 * named, with its subject and changes; technical details are left to the expanded entry.
 */
export function lineWords(t: Translate, locale: Locale, entry: AuditEntry): string {
  const { action, changes } = entry
  const who = personWords(t, entry.person)
  const subject = subjectWords(t, entry.subject)
  const values = Object.fromEntries(
    changes.map(({ field, before, after }) => [field, valueWords(t, locale, field, after || before)]),
  )
  const names = told[action]
  if (names?.every((name) => values[name] && !isId(values[name])) && (entry.subject.label || action === 'login'))
    return t(keyFor('audit.line.', action), { ...values, who, subject: calledWords(t, entry.subject) })
  const act = t('audit.sentence', { action: actionWords(t, action), who })
  const facts = changes.filter(({ field, before, after }) => !machine.includes(field) && !isId(after || before))
  return [
    entry.subject.label ? t('audit.about', { action: act, subject }) : act,
    ...facts.slice(0, 3).map((change) => factWords(t, locale, change)),
  ].join(t('office.comma'))
}

/** The label of a subject, without its kind. */
const calledWords = (t: Translate, { kind, id = '', label = '' }: AuditEntry['subject']) =>
  kind === 'setting' ? t(keyFor('settings.key.', id)) : label

function factWords(t: Translate, locale: Locale, { field, before, after }: AuditEntry['changes'][number]): string {
  const [was, is] = [before, after].map((value) => shortened(valueWords(t, locale, field, value)))
  const value = before && after ? t('audit.changed', { before: was ?? '', after: is ?? '' }) : after ? is : was
  return t('audit.fact', { field: fieldWords(t, field), value: value ?? '' })
}

const isId = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)
const shortened = (value: string) => (value.length > 60 ? `${value.slice(0, 59)}…` : value)
