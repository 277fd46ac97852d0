import type { Translate } from '../../i18n/messages.ts'

/** A time to wait in words: seconds up to a minute and a half, then minutes, rounded up. */
export function waitInWords(t: Translate, seconds: number): string {
  return seconds <= 90
    ? t('member.wait-seconds', { count: seconds })
    : t('member.wait-minutes', { count: Math.ceil(seconds / 60) })
}
