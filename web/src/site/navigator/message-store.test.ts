import { expect, it, vi } from 'vitest'
import { addMessages, hasMessages, messagesOf, needMessages } from './message-store.ts'
import { routeById } from '../router/route.ts'

const ns = (id: string) => routeById(id)?.ns ?? []

it('a page’s HTML has the messages of that page, and of no other that needs more of a namespace', async () => {
  expect(ns('member-renewal')).toContain('invoice@member-renewal')
  addMessages('en', { 'invoice.title': 'Order' }, ns('member-renewal'))
  expect(hasMessages('en', 'member-renewal')).toBe(true)
  expect(hasMessages('en', 'member-profile-invoices')).toBe(false)
  expect(hasMessages('zh', 'member-renewal')).toBe(false)
  const all = Object.fromEntries(['common', 'message', 'invoice', 'member'].map((name) => [`${name}.x`, 'x']))
  vi.stubGlobal('fetch', async () => Response.json(all))
  await needMessages('en', 'member-profile-invoices')
  expect(hasMessages('en', 'member-profile-invoices')).toBe(true)
  expect(messagesOf('en')).toMatchObject({ 'invoice.title': 'Order', 'invoice.x': 'x' })
  vi.unstubAllGlobals()
})
