import { expect, request as requests, type APIRequestContext } from '@playwright/test'
import type { PictureFile } from './pictures.ts'

export const member = { identifier: '9123 4567', password: 'lotus-lamp-88', email: 'member@temple.example' }
export const staffPassword = 'temple-office-2026'

type Option = { id: string; key: string }

/** Logs in the demonstration's member, in the browser that shares its cookies with these calls. */
export async function logIn(request: APIRequestContext, identifier = member.identifier, password = member.password) {
  const answer = await request.post('/api/auth/authentication', { data: { identifier, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The header that every money act of the office needs. */
export const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** Raises the limit of unpaid orders of one member, so that tests do not depend on what others leave unpaid. */
export async function allowManyOrders(baseURL: string) {
  const office = await requests.newContext({ baseURL })
  await logIn(office, 'admin@temple.example', staffPassword)
  const answer = await office.put('/api/admin/setting', { data: { values: { 'open-orders': '100' } } })
  expect(answer.status(), await answer.text()).toBe(200)
  await office.dispose()
}

/** Opens a shift with an empty cash box if there is none, so that cash can be taken. */
export async function openShift(request: APIRequestContext) {
  const { shift } = (await (await request.get('/api/admin/shift/current')).json()) as { shift?: object }
  if (shift) return
  const answer = await request.post('/api/admin/shift', { headers: newKey(), data: { float: 0 } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Makes the lamp for a family the only item of the cart. */
export async function fillCart(request: APIRequestContext, term: 'once' | 'yearly' = 'once') {
  await request.post('/api/cart/cancel')
  const offering = (await (await request.get('/api/offering/light-lamp')).json()) as { id: string; options: Option[] }
  const option = offering.options.find(({ key }) => key === 'family')
  const people = [{ chineseName: '陈𠮷䶮' }, { name: 'Tan Bee Leng' }]
  const item = { offeringId: offering.id, optionId: option?.id, quantity: 1, term, form: { people } }
  const answer = await request.post('/api/cart', { data: { currency: 'SGD', items: [item] } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Cancels the member's unpaid orders, including those with a rejected screenshot, which earlier tests left. */
export async function letGoOrders(request: APIRequestContext) {
  const waiting = ['awaiting-payment', 'rejected'].map(async (status) => {
    const answer = await request.get(`/api/invoice/list/member?status=${status}&pageSize=50`)
    return ((await answer.json()) as { items: { id: string }[] }).items
  })
  for (const { id } of (await Promise.all(waiting)).flat()) {
    const done = await request.post(`/api/invoice/${id}/cancel`)
    expect(done.status(), await done.text()).toBe(200)
  }
}

/** Adds bottles of lamp oil to the cart, whose quantity can be changed there. */
export async function addOil(request: APIRequestContext, quantity = 1) {
  const offering = (await (await request.get('/api/offering/lamp-oil')).json()) as { id: string; options: Option[] }
  const option = offering.options.find(({ key }) => key === 'bottle')
  const item = { offeringId: offering.id, optionId: option?.id, quantity }
  const answer = await request.post('/api/cart', { data: { currency: 'SGD', items: [item] } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Places the cart's order without paying, and returns its reference. */
export async function order(request: APIRequestContext, how: 'cash' | 'pay-now'): Promise<string> {
  const data = {
    paymentAmount: 8800,
    currency: 'SGD',
    ...(how === 'pay-now' && { transactionDateTime: new Date().toISOString() }),
  }
  const answer = await request.post(`/api/payment/new/${how}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  const { invoice } = (await answer.json()) as { invoice: { paymentReference: string } }
  return invoice.paymentReference
}

type Sent = { id: string; number: string; paymentReference: string; payments: { id: string }[] }

/** Orders the family lamp and sends the receipt image of its transfer, made some minutes ago. */
export async function transfer(request: APIRequestContext, file: PictureFile, minutesAgo = 0): Promise<Sent> {
  await fillCart(request)
  const upload = await request.post('/api/upload/receipt', { multipart: { file } })
  expect(upload.status(), await upload.text()).toBe(200)
  const { fileId } = (await upload.json()) as { fileId: string }
  const transactionDateTime = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const data = { paymentAmount: 8800, currency: 'SGD', transactionDateTime, fileId }
  const answer = await request.post('/api/payment/new/pay-now', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { invoice: Sent }).invoice
}

/** How many invoices the member has. */
export async function countInvoices(request: APIRequestContext): Promise<number> {
  const { total } = (await (await request.get('/api/invoice/list/member')).json()) as { total: number }
  return total
}
