import type { ApiResult } from '../../../api/result.ts'

/** Makes a call for each id, one after the other, until one is refused; gives the last answer. */
export async function inTurn<Value>(
  ids: readonly string[],
  idempotencyKey: string,
  call: (id: string, idempotencyKey: string) => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> {
  const [first = '', ...others] = ids
  let result = await call(first, `${idempotencyKey}-0`)
  for (const [at, id] of others.entries()) {
    if (result.status !== 200) break
    // oxlint-disable-next-line no-await-in-loop -- each is an act of its own, in this order
    result = await call(id, `${idempotencyKey}-${at + 1}`)
  }
  return result
}
