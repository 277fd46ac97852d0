// Reads Playwright's report of the last run, reports/browser.json (playwright.config.ts).
import { existsSync, readFileSync } from 'node:fs'

const file = new URL('../reports/browser.json', import.meta.url)

/**
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string, results: { duration: number }[] }[] }} Spec
 * @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Each test with the seconds of its tries, its name ("cart.spec.ts: the title [phone]") and the path of its spec file;
 * empty without a report.
 * @returns {{ name: string, spec: string, seconds: number, flaky: boolean }[]}
 */
export function browserTests() {
  if (!existsSync(file)) return []
  /** @type {{ suites: Suite[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.suites.flatMap((suite) => inSuite(suite, []))
}

/** @param {Suite} suite @param {string[]} above @returns {ReturnType<typeof browserTests>} */
function inSuite({ title, file: name, specs = [], suites = [] }, above) {
  const titles = title === name ? above : [...above, title]
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        name: `${name}: ${[...titles, spec.title].join(' › ')} [${projectName}]`,
        spec: `web/e2e/${name}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        flaky: status === 'flaky',
      })),
    ),
    ...suites.flatMap((inner) => inSuite(inner, titles)),
  ]
}
