import { signs } from '../../domain/form/zodiac.ts'
import { dateTime, money } from '../../i18n/format.ts'
import { keyFor, type Locale, type Translate } from '../../i18n/messages.ts'
import type { AuditEntry } from './audit-type.ts'

/** The acts that can be looked for, in the order of the list. */
export const actions = [
  'login',
  'login.failed',
  'payment.approve',
  'payment.approve-refused',
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
  'refund.refuse',
  'refund.withdraw',
  'refund.transferred',
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
  'shift.look',
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
  'bank.resume',
  'subscription.cancel',
  'member.ticket',
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
  'staff.accept',
  'staff.roles',
  'staff.disable',
  'staff.enable',
  'staff.reset-factor',
  'staff.greeting',
  'export.accounts',
  'export.audit',
  'export.messages',
  'export.list',
  'message.answer',
  'message.take-back',
  'message.spam',
  'account.export',
  'account.close',
  'account.keep',
  'account.erase',
] as const

const known: readonly string[] = actions
const kinds = [
  'user',
  'login',
  'payment',
  'invoice',
  'shift',
  'subscription',
  'setting',
  'content',
  'offering',
  'option',
  'export',
  'transfer',
  'bank-statement',
  'import',
  'bank-line',
  'bank-rule',
  'letter',
  'clock',
  'redirect',
  'message',
  'tai-sui',
]
const amounts = ['price', 'amount', 'received', 'change', 'float', 'counted', 'expected', 'sum', 'excess', 'declared']
const fields =
  `value remaining active published closesAt status reason roles secondFactor send format from until to title-en
  title-zh html-en html-zh totp passkeys recoveryCodes action purpose sms method lines count orders bank price amount received
  change float counted expected sum path target keys listed`.split(/\s+/)

const words =
  `pending approved rejected voided paid refunded mail sms link on off password second-factor passkey unreadable
  amount-differs not-received wrong-recipient used-before other`.split(/\s+/)

/** An act in words; one that has none is shown by its code. */
export function actionWords(t: Translate, action: string): string {
  if (known.includes(action)) return t(keyFor('audit.action.', action))
  const tried = action.replace(/-refused$/, '')
  return tried !== action && known.includes(tried)
    ? t('audit.refused', { action: t(keyFor('audit.action.', tried)) })
    : action
}

/** Who did it: a name, or what the program calls those without one. */
export function personWords(t: Translate, person: AuditEntry['person']): string {
  if (person.name) return person.name
  return t(`audit.who.${person.id === 'system' || person.id === 'guest' ? person.id : 'gone'}`)
}

/** What it was done to: "Order INV-2026-000123". */
export function subjectWords(t: Translate, subject: AuditEntry['subject']): string {
  const kind = kinds.includes(subject.kind) ? t(keyFor('audit.kind.', subject.kind)) : subject.kind
  if (subject.kind === 'setting' && subject.id) return `${kind} · ${t(keyFor('settings.key.', subject.id))}`
  return subject.label ? `${kind} ${subject.label}` : kind
}

export function fieldWords(t: Translate, field: string): string {
  const sign = signs.find((one) => one === field)
  if (sign) return t(`form.sign-${sign}`)
  return fields.includes(field) ? t(keyFor('audit.field.', field)) : field
}

/** A value as people read it: money, yes and no, moments; everything else as it is. */
export function valueWords(t: Translate, locale: Locale, field: string, value: string): string {
  if (value === '' || value === 'null') return t('audit.nothing')
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'audit.yes' : 'audit.no')
  if (words.includes(value)) return t(keyFor('audit.word.', value))
  if (amounts.includes(field) && /^-?\d+$/.test(value)) return money(Number(value))
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
