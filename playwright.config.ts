import { defineConfig } from '@playwright/test'
import { resolve } from 'node:path'
import { findBrowser } from './scripts/browser.mjs'
import { notDue } from './web/e2e/harness/turns.ts'

const desktop = { viewport: { width: 1280, height: 900 }, locale: 'en-SG' }

/** The browser tests drive the real program: each worker starts bin/shanmen-e2e with its own database. */
export default defineConfig({
  testDir: 'web/e2e',
  // Timing tests (*.bench.ts) are only meaningful on an idle machine: E2E_BENCH=1 runs them and nothing else.
  testMatch: process.env.E2E_BENCH ? '*.bench.ts' : '*.spec.ts',
  testIgnore: notDue(resolve(import.meta.dirname, 'web/e2e')),
  globalSetup: './web/e2e/harness/seed.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  forbidOnly: true,
  // In CI a failed test is retried once; scripts/flaky.mjs lists those that passed only then.
  retries: process.env.CI ? 1 : 0,
  // Three workers on two cores: with two, a core is often idle waiting for responses (21 tests: 54 s instead of 62 s).
  workers: process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 3,
  reporter: process.env.CI
    ? [['list'], ['json', { outputFile: 'reports/browser.json' }]]
    : [['list'], ['html', { open: 'never' }]],
  use: {
    // Transitions take an eighth of the processor time of a test. Tests of motion emulate `no-preference`.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace slows every step down, so it is recorded only on request.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Tests cannot intercept a request that a service worker answers, so service workers are blocked; only
    // offline.spec.ts allows them.
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
  // A test runs once, on the desktop project, unless it is tagged @phone. The slowest tests start first:
  // started last, one of them would run alone while the other workers are idle.
  projects: [
    { name: 'long', use: desktop, grep: /@long/ },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-SG' },
      grep: /@phone/,
    },
    {
      name: 'desktop',
      use: desktop,
      grepInvert: /@phone|@long/,
    },
  ],
})
