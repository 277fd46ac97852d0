import type { Language, Summary } from '../record-queries.ts'

/** The pages that show records without their own page. */
const places: Record<string, string> = { question: '/misc/faq', place: '/contact-us', category: '/blessing-service' }

/** The URL of the page that shows a record: for visitors, and with its draft. */
export function pageOf({ id, kind, address }: Summary, language: Language): { live: string; draft: string } {
  const path = address ?? places[kind] ?? '/'
  const live = language === 'zh' ? `/zh${path === '/' ? '' : path}` : path
  return { live, draft: `${live}?draft=${id}` }
}
