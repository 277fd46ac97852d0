import type { Translate } from '../../i18n/messages.ts'

/** Whether texts should say phone or computer. */
export function kindOfDevice(): 'phone' | 'computer' {
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer'
}

/** A device name from the browser's user agent. */
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
    return true // without storage it would be shown on every visit
  }
}

/** Stops the offer on this device. */
export function declineOffer(): void {
  try {
    localStorage.setItem(key, 'no')
  } catch {
    // Without storage the offer was not shown.
  }
}
