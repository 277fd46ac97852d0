/** What the contact page shows, as the server gives it. */
export type Contact<Form> = {
  /** null: the temple has no contact form. */
  form: Form | null
  hours: string
  /** The next first or fifteenth day of a lunar month, when the temple keeps its own hours. */
  lunarDay: { date: string; lunar: string; hours: string } | null
  /** Empty: there is none. */
  whatsApp: string
  email: string
  directions: string
  way: { html: string; otherLanguage: boolean } | null
}

export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** wa.me takes the number with its country code, in digits alone. */
export function whatsAppUrl(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}`
}

export function mapUrl(address: string): string {
  return `https://maps.google.com/?q=${encodeURIComponent(address)}`
}
