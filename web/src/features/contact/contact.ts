import type { PageData } from '../../site/router/payload.tsx'

/** The data of the contact page. */
export type Contact = PageData['contact-us']

export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** wa.me needs the number with its country code, digits only. */
export function whatsAppUrl(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}`
}

export function mapUrl(address: string): string {
  return `https://maps.google.com/?q=${encodeURIComponent(address)}`
}
