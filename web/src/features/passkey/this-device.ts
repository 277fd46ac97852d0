import type { Translate } from '../../i18n/messages.ts'

/** Which words suit the device: a phone is held in the hand. */
export function kindOfDevice(): 'phone' | 'computer' {
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer'
}

/** What its owner would call the device, from what the browser says of itself. */
export function deviceName(t: Translate, agent = navigator.userAgent): string {
  if (/iPad/.test(agent)) return t('passkey.on-ipad')
  if (/iPhone/.test(agent)) return t('passkey.on-iphone')
  if (/Android/.test(agent)) return t('passkey.on-android')
  if (/Macintosh/.test(agent)) return t('passkey.on-mac')
  if (/Windows/.test(agent)) return t('passkey.on-windows')
  return t('passkey.on-other')
}

const key = 'shanmen.passkey-offer'

/** Whether the offer was declined on this device. */
export function offerDeclined(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return true // what cannot be remembered would be asked at every visit
  }
}

/** Keeps the offer away from now on. */
export function declineOffer(): void {
  try {
    localStorage.setItem(key, 'no')
  } catch {
    // A browser that stores nothing never made the offer.
  }
}
