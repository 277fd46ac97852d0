// The type of all message keys, derived from the English messages: an unknown key does not compile.
import type aboutus from '../../../locales/en/about-us.json'
import type accounts from '../../../locales/en/accounts.json'
import type address from '../../../locales/en/address.json'
import type audit from '../../../locales/en/audit.json'
import type bank from '../../../locales/en/bank.json'
import type cart from '../../../locales/en/cart.json'
import type ceremonies from '../../../locales/en/ceremonies.json'
import type checkout from '../../../locales/en/checkout.json'
import type common from '../../../locales/en/common.json'
import type contact from '../../../locales/en/contact.json'
import type data from '../../../locales/en/data.json'
import type dates from '../../../locales/en/dates.json'
import type desk from '../../../locales/en/desk.json'
import type document from '../../../locales/en/document.json'
import type editor from '../../../locales/en/editor.json'
import type error from '../../../locales/en/error.json'
import type event from '../../../locales/en/event.json'
import type factor from '../../../locales/en/factor.json'
import type family from '../../../locales/en/family.json'
import type fault from '../../../locales/en/fault.json'
import type form from '../../../locales/en/form.json'
import type forms from '../../../locales/en/forms.json'
import type happening from '../../../locales/en/happening.json'
import type halls from '../../../locales/en/halls.json'
import type home from '../../../locales/en/home.json'
import type imports from '../../../locales/en/imports.json'
import type inbox from '../../../locales/en/inbox.json'
import type invoice from '../../../locales/en/invoice.json'
import type lamp from '../../../locales/en/lamp.json'
import type member from '../../../locales/en/member.json'
import type message from '../../../locales/en/message.json'
import type misc from '../../../locales/en/misc.json'
import type offering from '../../../locales/en/offering.json'
import type offerings from '../../../locales/en/offerings.json'
import type office from '../../../locales/en/office.json'
import type orders from '../../../locales/en/orders.json'
import type pages from '../../../locales/en/pages.json'
import type passkey from '../../../locales/en/passkey.json'
import type payment from '../../../locales/en/payment.json'
import type pictures from '../../../locales/en/pictures.json'
import type place from '../../../locales/en/place.json'
import type print from '../../../locales/en/print.json'
import type profile from '../../../locales/en/profile.json'
import type refund from '../../../locales/en/refund.json'
import type security from '../../../locales/en/security.json'
import type settings from '../../../locales/en/settings.json'
import type subscription from '../../../locales/en/subscription.json'
import type till from '../../../locales/en/till.json'
import type today from '../../../locales/en/today.json'
import type walkin from '../../../locales/en/walkin.json'
import type wall from '../../../locales/en/wall.json'
import type words from '../../../locales/en/words.json'

type Written =
  | keyof typeof aboutus
  | keyof typeof accounts
  | keyof typeof address
  | keyof typeof audit
  | keyof typeof bank
  | keyof typeof cart
  | keyof typeof ceremonies
  | keyof typeof checkout
  | keyof typeof common
  | keyof typeof contact
  | keyof typeof data
  | keyof typeof dates
  | keyof typeof desk
  | keyof typeof document
  | keyof typeof editor
  | keyof typeof error
  | keyof typeof event
  | keyof typeof factor
  | keyof typeof family
  | keyof typeof fault
  | keyof typeof form
  | keyof typeof forms
  | keyof typeof happening
  | keyof typeof halls
  | keyof typeof home
  | keyof typeof imports
  | keyof typeof inbox
  | keyof typeof invoice
  | keyof typeof lamp
  | keyof typeof member
  | keyof typeof message
  | keyof typeof misc
  | keyof typeof offering
  | keyof typeof offerings
  | keyof typeof office
  | keyof typeof orders
  | keyof typeof pages
  | keyof typeof passkey
  | keyof typeof payment
  | keyof typeof pictures
  | keyof typeof place
  | keyof typeof print
  | keyof typeof profile
  | keyof typeof refund
  | keyof typeof security
  | keyof typeof settings
  | keyof typeof subscription
  | keyof typeof till
  | keyof typeof today
  | keyof typeof walkin
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
