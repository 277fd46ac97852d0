import { expect, it } from 'vitest'
import { serve } from '../office/testing/serve.ts'
import { upload } from './upload.ts'

it('a picture for which the server has no room is refused with its sentence', async () => {
  const body = { code: 'busy', title: 'Please try again in 5 seconds.', retryAfter: 5 }
  serve({ 'POST /api/admin/picture': [503, body], 'POST /api/upload/receipt': [503, { code: 'away', title: '' }] })
  expect(await upload('/api/admin/picture', [new File(['x'], 'x.png')])).toEqual({ status: 400, body })
  await expect(upload('/api/upload/receipt', [new File(['x'], 'x.png')])).rejects.toThrow('503')
})
