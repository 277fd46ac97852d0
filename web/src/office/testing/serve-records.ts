import { vi } from 'vitest'
import type { StaffUser } from '../kit/session/session.tsx'
import type { Detail, Summary } from '../records/record-queries.ts'

export const user = { id: 'u', name: 'Tan', roles: ['editor'] } as unknown as StaffUser

export function summary(id: string, part: Partial<Summary> = {}): Summary {
  return {
    id,
    kind: 'page',
    key: id,
    address: `/about-us/${id}`,
    title: { en: `The ${id}`, zh: `${id}页` },
    position: 1,
    en: { state: 'live', onSite: true },
    zh: { state: 'live', onSite: true },
    older: 0,
    schedules: [],
    changedAt: '2026-11-03T02:00:00Z',
    changedBy: { id: 'u', name: 'Tan' },
    ...part,
  }
}

export const detail: Detail = {
  record: summary('history'),
  fields: { 'title.en': 'The history', 'title.zh': '历史', 'html.en': '<p>Old</p>', 'html.zh': '<p>旧</p>' },
  rev: 4,
  revs: { 'title.en': { rev: 2, by: 'Tan', at: '' }, 'html.en': { rev: 4, by: 'Tan', at: '' } },
  debt: [],
  live: {},
  others: [],
  limits: { 'title.en': 200, 'title.zh': 200 },
}

type Asked = { method: string; path: string; body: unknown; key: string | null }

/**
 * Mocks calls by method and path, with a body or a whole response; unknown calls are answered so that the test fails.
 */
export function serve(answers: Record<string, (body: never, query: URLSearchParams) => object | Promise<object>>) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({
      method: init.method ?? '',
      path: pathname,
      body,
      key: new Headers(init.headers).get('Idempotency-Key'),
    })
    const answer = answers[`${init.method} ${pathname}`]
    if (!answer) return new Response('{}', { status: 500 })
    const given = await answer(body as never, searchParams)
    return given instanceof Response ? given : new Response(JSON.stringify(given))
  })
  return asked
}
