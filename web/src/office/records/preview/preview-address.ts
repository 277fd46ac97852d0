import type { Language, Summary } from '../record-queries.ts'

/** Where what has no page of its own is read. */
const places: Record<string, string> = { question: '/misc/faq', place: '/contact-us', category: '/blessing-service' }

/** The page on which a record is read: for visitors, and with its draft over it. */
export function pageOf({ id, kind, address }: Summary, language: Language): { live: string; draft: string } {
  const path = address ?? places[kind] ?? '/'
  const live = language === 'zh' ? `/zh${path === '/' ? '' : path}` : path
  return { live, draft: `${live}?draft=${id}` }
}
