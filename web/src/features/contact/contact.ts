import type { PageData } from '../../site/router/payload.tsx'

/** What the contact page shows. */
export type Contact = PageData['contact-us']

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
