import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

const desktop = { viewport: { width: 1280, height: 900 }, locale: 'en-SG' }

/** The browser tests run on the real program: each worker starts bin/shanmen-e2e on a database of its own. */
export default defineConfig({
  testDir: 'web/e2e',
  // What is measured in milliseconds says something on an idle machine alone: E2E_BENCH=1 runs that, and nothing else.
  testMatch: process.env.E2E_BENCH ? '*.bench.ts' : '*.spec.ts',
  globalSetup: './web/e2e/harness/seed.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  forbidOnly: true,
  // The list names a test that needed its second try: it is one to mend.
  retries: process.env.CI ? 1 : 0,
  // Three on two cores: with two, one core in eight waits for an answer (measured: 62 s of 21 tests became 54).
  workers: process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 3,
  reporter: process.env.CI
    ? [['list'], ['json', { outputFile: 'reports/browser.json' }]]
    : [['list'], ['html', { open: 'never' }]],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace slows every step down; it is for looking into a failure.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // What a worker answers no test can stand in for; its own test lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A test runs once, on the desktop, unless its tag asks for the phone, or for both. What takes minutes begins first: begun
  // last, it would keep one worker busy while the other has nothing left to do.
  projects: [
    { name: 'long', use: desktop, grep: /@long/ },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-SG' },
      grep: /@phone|@both/,
    },
    {
      name: 'desktop',
      use: desktop,
      grepInvert: /@phone|@long/,
    },
  ],
})
