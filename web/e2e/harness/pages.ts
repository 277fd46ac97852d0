import { expect, type Page } from '@playwright/test'

/** Pages that everybody may see, and one that is not there. */
export const openPages = [
  '/',
  '/about-us',
  '/blessing-service',
  '/blessing-service/light-lamp',
  '/misc/faq',
  '/member/login',
  '/member/registration',
  '/nowhere',
]

/** Pages of a member with a cart and an order. */
export const ownPages = [
  '/cart',
  '/cart/checkout',
  '/member/profile',
  '/member/profile/invoices',
  '/transaction/status',
]

/** Goes to a page and waits until it is whole. */
export async function visitPage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
