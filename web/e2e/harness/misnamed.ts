import type { Page } from '@playwright/test'

/**
 * Controls whose accessible name does not contain their visible text or label: saying "press Remove" to speech control
 * would not work (WCAG 2.5.3).
 */
export const misnamed = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const plain = (text: string) =>
      text
        .replaceAll(/[\s\p{P}]+/gu, ' ')
        .trim()
        .toLowerCase()
    const seen = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data
          if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || node.matches('svg,option,select'))
            return ''
          const { width, height } = node.getBoundingClientRect()
          return width > 1 && height > 1 ? seen(node) : ''
        })
        .join(' ')
    /** The visible text of the control or, for a field, of its label. */
    const words = (control: Element): string => {
      const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
      return control.matches('input,select,textarea') ? labels.map(seen).join(' ') : seen(control)
    }
    const controls =
      'a[href],button,summary,input,select,textarea,[role="button"],[role="checkbox"],[role="menuitem"],[role="option"],[role="radio"],[role="switch"],[role="tab"]'
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby'))
      .map((control) => {
        const by = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
        const name =
          by.length > 0 ? by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ') : control.ariaLabel
        return { words: plain(words(control)), name: plain(name ?? '') }
      })
      .filter(({ words: shown, name }) => shown && !name.includes(shown))
      .map(({ words: shown, name }) => `“${shown}” is called “${name}”`)
  })
