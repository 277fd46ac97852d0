import { expect, type Page } from '@playwright/test'
import { answered, forgetCalls } from './calls.ts'
import { hydrated } from './follow.ts'

/** Every page that guests can open, including those with an empty frame for personal data. */
export const publicPages = [
  '/',
  '/about-us/history',
  '/blessing-service',
  '/blessing-service/light-lamp',
  '/event',
  '/event/winter-solstice',
  '/contact-us',
  '/misc/faq',
  '/misc/privacy-policy',
  '/misc/service-policy',
  '/misc/term-and-condition',
  '/cart',
  '/member/login',
  '/member/registration',
  '/member/forgot-password',
]

/** One page of each public kind, and one that does not exist. */
export const openPages = [...publicPages.filter((path) => !path.endsWith('policy')), '/nowhere']

/** Pages of a member with a cart and an order. */
export const ownPages = [
  '/cart',
  '/cart/checkout',
  '/member/profile',
  '/member/profile/family',
  '/member/profile/invoices',
  '/transaction/status',
]

/** Areas of the content office whose list and first record office-gallery.spec.ts loads in both languages. */
export const contentAreas = ['/admin/pages', '/admin/events', '/admin/offerings', '/admin/forms', '/admin/banners']

/** Opens a page and waits until it is hydrated and all its requests are answered. */
export async function visitPage(page: Page, path: string) {
  forgetCalls(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hydrated(page)
  await answered(page)
}
