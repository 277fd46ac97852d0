// Finds the browser for the browser tests: `node scripts/browser.mjs` prints its path. If there is none, and it runs
// as root on Debian, it installs Debian's headless Chromium.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { argv, env, getuid, platform, stderr, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'

// The headless shell is Chromium without windows: rendering an unused toolbar for each test would take as long as
// the page.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const elsewhere = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
}

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The path of the browser: CHROMIUM_PATH, else an installed Chromium or Chrome. Undefined: use Playwright's own
 * download.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const asked = env.CHROMIUM_PATH
  if (asked) {
    if (!executable(asked)) throw new Error(`CHROMIUM_PATH names no program: ${asked}`)
    return asked
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))
  return [...onPath, ...(elsewhere[platform] ?? [])].find(executable)
}

/** Playwright's own download, if it exists. */
async function downloaded() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** @param {string[]} args */
function apt(...args) {
  execFileSync('apt-get', args, {
    stdio: ['ignore', 2, 2], // what it says is no part of the answer
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Installs Debian's packages, with fonts for both languages; does nothing unless run as root on Debian. */
function install() {
  if (getuid?.() !== 0 || !executable('/usr/bin/apt-get')) return undefined
  apt('update', '-q')
  apt(
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    'chromium-headless-shell',
    'fonts-noto-cjk',
    'fonts-roboto-unhinted',
  )
  return findBrowser()
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const path = findBrowser() ?? (await downloaded()) ?? install()
    if (!path) {
      throw new Error(
        'No Chromium or Chrome found: install one, or set CHROMIUM_PATH, or run `npx playwright install chromium`.',
      )
    }
    stdout.write(`${path}\n`)
  } catch (error) {
    stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
