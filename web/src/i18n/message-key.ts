// The type of all message keys, derived from the English messages: an unknown key does not compile.
import type aboutUs from '../../../locales/en/about-us.json'
import type accounts from '../../../locales/en/accounts.json'
import type addresses from '../../../locales/en/addresses.json'
import type audit from '../../../locales/en/audit.json'
import type bank from '../../../locales/en/bank.json'
import type cart from '../../../locales/en/cart.json'
import type ceremonies from '../../../locales/en/ceremonies.json'
import type checkout from '../../../locales/en/checkout.json'
import type common from '../../../locales/en/common.json'
import type contact from '../../../locales/en/contact.json'
import type counter from '../../../locales/en/counter.json'
import type data from '../../../locales/en/data.json'
import type document from '../../../locales/en/document.json'
import type editor from '../../../locales/en/editor.json'
import type error from '../../../locales/en/error.json'
import type event from '../../../locales/en/event.json'
import type factor from '../../../locales/en/factor.json'
import type family from '../../../locales/en/family.json'
import type fault from '../../../locales/en/fault.json'
import type find from '../../../locales/en/find.json'
import type form from '../../../locales/en/form.json'
import type halls from '../../../locales/en/halls.json'
import type home from '../../../locales/en/home.json'
import type imports from '../../../locales/en/imports.json'
import type inbox from '../../../locales/en/inbox.json'
import type invoice from '../../../locales/en/invoice.json'
import type lamp from '../../../locales/en/lamp.json'
import type late from '../../../locales/en/late.json'
import type letters from '../../../locales/en/letters.json'
import type member from '../../../locales/en/member.json'
import type members from '../../../locales/en/members.json'
import type message from '../../../locales/en/message.json'
import type misc from '../../../locales/en/misc.json'
import type months from '../../../locales/en/months.json'
import type offering from '../../../locales/en/offering.json'
import type office from '../../../locales/en/office.json'
import type orders from '../../../locales/en/orders.json'
import type passkey from '../../../locales/en/passkey.json'
import type payment from '../../../locales/en/payment.json'
import type payments from '../../../locales/en/payments.json'
import type pictures from '../../../locales/en/pictures.json'
import type place from '../../../locales/en/place.json'
import type print from '../../../locales/en/print.json'
import type profile from '../../../locales/en/profile.json'
import type records from '../../../locales/en/records.json'
import type recordsBanner from '../../../locales/en/records-banner.json'
import type recordsEvent from '../../../locales/en/records-event.json'
import type recordsForm from '../../../locales/en/records-form.json'
import type recordsMessage from '../../../locales/en/records-message.json'
import type recordsOffering from '../../../locales/en/records-offering.json'
import type recordsPlace from '../../../locales/en/records-place.json'
import type refund from '../../../locales/en/refund.json'
import type refunds from '../../../locales/en/refunds.json'
import type security from '../../../locales/en/security.json'
import type settings from '../../../locales/en/settings.json'
import type shift from '../../../locales/en/shift.json'
import type staff from '../../../locales/en/staff.json'
import type subscription from '../../../locales/en/subscription.json'
import type today from '../../../locales/en/today.json'
import type walkIn from '../../../locales/en/walk-in.json'
import type wall from '../../../locales/en/wall.json'
import type words from '../../../locales/en/words.json'

type Written =
  | keyof typeof aboutUs
  | keyof typeof accounts
  | keyof typeof addresses
  | keyof typeof audit
  | keyof typeof bank
  | keyof typeof cart
  | keyof typeof ceremonies
  | keyof typeof checkout
  | keyof typeof common
  | keyof typeof contact
  | keyof typeof counter
  | keyof typeof data
  | keyof typeof document
  | keyof typeof editor
  | keyof typeof error
  | keyof typeof event
  | keyof typeof factor
  | keyof typeof family
  | keyof typeof fault
  | keyof typeof find
  | keyof typeof form
  | keyof typeof halls
  | keyof typeof home
  | keyof typeof imports
  | keyof typeof inbox
  | keyof typeof invoice
  | keyof typeof lamp
  | keyof typeof late
  | keyof typeof letters
  | keyof typeof member
  | keyof typeof members
  | keyof typeof message
  | keyof typeof misc
  | keyof typeof months
  | keyof typeof offering
  | keyof typeof office
  | keyof typeof orders
  | keyof typeof passkey
  | keyof typeof payment
  | keyof typeof payments
  | keyof typeof pictures
  | keyof typeof place
  | keyof typeof print
  | keyof typeof profile
  | keyof typeof records
  | keyof typeof recordsBanner
  | keyof typeof recordsEvent
  | keyof typeof recordsForm
  | keyof typeof recordsMessage
  | keyof typeof recordsOffering
  | keyof typeof recordsPlace
  | keyof typeof refund
  | keyof typeof refunds
  | keyof typeof security
  | keyof typeof settings
  | keyof typeof shift
  | keyof typeof staff
  | keyof typeof subscription
  | keyof typeof today
  | keyof typeof walkIn
  | keyof typeof wall
  | keyof typeof words

/** A message key, without the `_one` or `_other` that `count` selects. */
export type MessageKey = Written extends infer Key extends string
  ? Key extends `${infer Base}_one` | `${infer Base}_other`
    ? Base
    : Key
  : never

/** The prefix of message keys, which is the name of their file. */
export type Namespace = MessageKey extends infer Key extends string
  ? Key extends `${infer Name}.${string}`
    ? Name
    : never
  : never
