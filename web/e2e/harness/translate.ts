import type { Page } from '@playwright/test'
import { hydrated } from './follow.ts'

/**
 * Simulates Chrome's page translation: from now on every text node, also of later content, is replaced by a <font>
 * element. The words stay the same, so that tests can find them.
 */
export async function translate(page: Page): Promise<void> {
  await hydrated(page)
  await page.evaluate(() => {
    const kept = 'script, style, noscript, template, textarea, title, font, [translate="no"]'
    const exchange = (text: Text) => {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(kept)) return
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild!.textContent = text.data
      text.before(font)
      text.remove()
    }
    const all = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node: Node | null = root; node; node = walker.nextNode()) if (node instanceof Text) texts.push(node)
      texts.forEach(exchange)
    }
    all(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) all(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}
