import { expect, it } from 'vitest'

const sources = Object.entries(
  import.meta.glob<string>('../../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' }),
).filter(([path]) => !/\.test\.|\/testing\//.test(path))

/** What changes something by a way of its own, and why. */
const own = {
  './send-once.ts': 'the way itself',
  './use-claim.ts': 'goes on by itself, and nobody waits for its answer',
  '../person/phone-links.tsx': 'a note of a call, which may be lost',
  '../pictures/send-pictures.tsx': 'makes pictures smaller before they are sent',
  '../pictures/use-uploads.ts': 'several files at once, each with its progress',
  '../session/password-again.tsx': 'what all others wait for',
  '../session/session.tsx': 'ends the session',
  '../../invitation.tsx': 'has no session yet',
  '../../ceremonies/photo-field.tsx': 'a file with its progress',
  '../../orders/order-names.tsx': 'the editor of names sends by itself',
  '../../records/frame/use-presence.ts': 'goes on by itself',
  '../../records/frame/use-record-draft.ts': 'the draft, kept and sent by itself',
  '../../records/list/pages-page.tsx': 'shows the new order at once, and several moves may be under way',
  '../../words/use-word-draft.ts': 'the draft, kept and sent by itself',
  '../../bank/statement-page.tsx': 'compares anew, and nobody waits for it',
}

// A question that is asked by POST for its length, of which nothing is kept.
const questions = /queries\.ts$|pay-step\.tsx$/
const sends = /\bapi\.(post|put|patch|delete)\b|\bupload\('/
const byHook = /\buse(ActOnce|OfficeForm|TakeCash)\b|<(SendPictures|SettingsGroup)\b/

it('the office sends what changes something by its one hook for acts and its one for forms', () => {
  const others = sources.filter(([path, text]) => sends.test(text) && !byHook.test(text) && !questions.test(path))
  expect(others.map(([path]) => path).filter((path) => !(path in own))).toEqual([])
})

it('the hooks of the site are called by those of the office alone', () => {
  const callers = sources.filter(([, text]) => /\buse(Act|Form)\b[(<]/.test(text)).map(([path]) => path)
  expect(callers.sort()).toEqual(['../../invitation.tsx', './use-office-form.ts'])
})

it('sees the sources', () => expect(sources.length).toBeGreaterThan(600))

it('a list is asked for by a file of queries, or by keyedQuery', () => {
  const others = sources.filter(([path, text]) => /\binitialPageParam\b/.test(text) && !path.endsWith('-queries.ts'))
  expect(others.map(([path]) => path)).toEqual([])
})
