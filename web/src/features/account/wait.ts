import type { Translate } from '../../i18n/messages.ts'

/** Formats a waiting time: seconds up to 90, then minutes, rounded up. */
export function waitInWords(t: Translate, seconds: number): string {
  return seconds <= 90
    ? t('member.wait-seconds', { count: seconds })
    : t('member.wait-minutes', { count: Math.ceil(seconds / 60) })
}
