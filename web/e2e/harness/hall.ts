import { expect, request as requests, type APIRequestContext } from '@playwright/test'
import { logIn, newKey, staffPassword } from './setup.ts'

/**
 * Turns off sale by position in the demonstration's hall, so that tests sell positions only in their own hall. Needs a
 * login of the ritual staff.
 */
export async function sellNothing(request: APIRequestContext) {
  const { items } = (await (await request.get('/api/admin/hall')).json()) as {
    items: { towers: { id: string; rows: number }[] }[]
  }
  for (const { id, rows } of items.flatMap(({ towers }) => towers)) {
    const answer = await request.post(`/api/admin/tower/${id}/sell`, {
      headers: newKey(),
      data: { fromRow: 1, toRow: rows, optionId: '' },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
}

/** A hall with five towers, one of which is for the grand lamp, whose positions the devotee chooses. */
export async function makeHall(baseURL: string) {
  const request = await requests.newContext({ baseURL })
  await logIn(request, 'ritual@temple.example', staffPassword)
  await sellNothing(request)
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { headers: newKey(), data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { items: { key: string; towers: { id: string; code: string }[] }[] }
  }
  await post('/api/admin/hall', { key: 'main', title: { en: 'Main Hall', zh: '大殿' } })
  let halls: Awaited<ReturnType<typeof post>> | undefined
  for (const [code, x, y] of [
    ['A', 4, 78],
    ['B', 4, 50],
    ['C', 20, 12],
    ['D', 80, 12],
    ['E', 96, 50],
  ] as const)
    halls = await post('/api/admin/hall/main/tower', {
      code,
      title: { en: `Tower ${code}`, zh: `${code} 塔` },
      x,
      y,
      upwards: true,
      rows: 30,
      units: 20,
      way:
        code === 'A' ? { en: 'First tower on the left of the main door.', zh: '从正门进，左手第一座塔。' } : undefined,
    })
  const catalogue = (await (await request.get('/api/offering/light-lamp')).json()) as {
    options: { id: string; key: string }[]
  }
  const optionId = catalogue.options.find(({ key }) => key === 'grand')?.id
  const tower = halls?.items.find(({ key }) => key === 'main')?.towers.find(({ code }) => code === 'A')
  await post(`/api/admin/tower/${tower?.id}/sell`, {
    fromRow: 5,
    toRow: 12,
    optionId,
    positionBy: 'devotee',
    lastsMonths: 0,
  })
  await request.dispose()
}

export type HallSize = { key: string; towers: number; rows: number; units: number }

/** A hall of this size that sells nothing. Needs a login of the ritual staff. */
export async function makeEmptyHall(request: APIRequestContext, { key, towers, rows, units }: HallSize) {
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { headers: newKey(), data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('/api/admin/hall', { key, title: { en: `${key} hall`, zh: key } })
  for (let n = 0; n < towers; n++) {
    const code = String.fromCharCode(65 + n)
    const title = { en: `Tower ${code}`, zh: `${code} 塔` }
    await post(`/api/admin/hall/${key}/tower`, { code, title, x: 10 + 70 * n, y: 50, upwards: true, rows, units })
  }
}
