import type { CDPSession, Page } from '@playwright/test'

/** The keyboard of somebody who writes Chinese: letters gather under the cursor, and one choice turns them into characters. */
export class InputMethod {
  readonly #keys: CDPSession

  private constructor(keys: CDPSession) {
    this.#keys = keys
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page))
  }

  /** Letters that are not a character yet. */
  async compose(letters: string) {
    for (let end = 1; end <= letters.length; end++) {
      await this.#press('Process')
      const text = letters.slice(0, end)
      await this.#keys.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
    }
  }

  /** Enter while composing: browsers tell it with the key code 229, and send no character. */
  enter() {
    return this.#press('Enter')
  }

  /** Takes the characters in the place of the letters. */
  choose(characters: string) {
    return this.#keys.send('Input.insertText', { text: characters })
  }

  async #press(key: string) {
    const code = { key, code: key === 'Enter' ? 'Enter' : 'KeyC', windowsVirtualKeyCode: 229 }
    await this.#keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...code })
    await this.#keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code })
  }
}
