import type { CDPSession, Page } from '@playwright/test'

/**
 * Simulates a Chinese input method: typed letters are composed at the cursor, and one choice turns them into
 * characters.
 */
export class InputMethod {
  readonly #keys: CDPSession

  private constructor(keys: CDPSession) {
    this.#keys = keys
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page))
  }

  /** Types letters that are still being composed. */
  async compose(letters: string) {
    for (let end = 1; end <= letters.length; end++) {
      await this.#press('Process')
      const text = letters.slice(0, end)
      await this.#keys.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
    }
  }

  /** Presses Enter while composing: browsers report key code 229, and insert nothing. */
  enter() {
    return this.#press('Enter')
  }

  /** Replaces the composed letters by characters. */
  choose(characters: string) {
    return this.#keys.send('Input.insertText', { text: characters })
  }

  async #press(key: string) {
    const code = { key, code: key === 'Enter' ? 'Enter' : 'KeyC', windowsVirtualKeyCode: 229 }
    await this.#keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...code })
    await this.#keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code })
  }
}
