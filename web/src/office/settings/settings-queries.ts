import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type SettingList = Value<'/api/admin/setting', 'get'>
export type Setting = SettingList['items'][number]

/** The settings of numbers, documents, payments and renewals. */
export const settingsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['settings', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/setting')),
  })

/** Texts that the office words itself. */
export const wordingQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['wording', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/wording')),
  })
