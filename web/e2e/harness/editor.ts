import { expect, type Page } from '@playwright/test'
import { wordsOf } from './words.ts'

const t = wordsOf('en')

type Titles = { en: string; zh?: string; key?: string }

/** Creates a new record in the open list and opens its editor. */
export async function make(
  desk: Page,
  kind: 'page' | 'message' | 'offering' | 'category' | 'event',
  { en, zh, key }: Titles,
): Promise<void> {
  await desk.getByRole('button', { name: t(`records.new-${kind}`) }).click()
  await desk.getByRole('textbox', { name: t('records.title-en') }).fill(en)
  if (zh) await desk.getByRole('textbox', { name: t('records.title-zh') }).fill(zh)
  if (key) await desk.getByRole('textbox', { name: t('office.field.web-address') }).fill(key)
  await desk.getByRole('button', { name: t('records.new-do') }).click()
}

/** Waits until the open draft is saved. */
export const saved = (desk: Page) => expect(desk.getByText(/^Saved \d/)).toBeVisible()

/** Publishes the open draft. */
export async function publish(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
  await desk.getByRole('button', { name: t('records.publish-now') }).click()
  await expect(desk.getByText(t('records.published'))).toBeVisible()
}
