import { expect, type APIRequestContext } from '@playwright/test'
import { newKey } from './setup.ts'

type NewRecord = { kind: 'page' | 'category' | 'question'; key: string; fields: Record<string, string> }

/** Creates an unpublished record for one test, and returns its id. Needs a login of an editor. */
export async function makeRecord(request: APIRequestContext, data: NewRecord): Promise<string> {
  const answer = await request.post('/api/admin/record', { headers: newKey(), data })
  expect(answer.status(), await answer.text()).toBe(200)
  const { record } = (await answer.json()) as { record: { id: string } }
  return record.id
}
