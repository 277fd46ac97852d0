import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

/** The browser tests run on the real program: each starts bin/shanmen on a database of its own. */
export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  fullyParallel: true,
  forbidOnly: true,
  workers: process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 2,
  reporter: process.env.CI ? [['list']] : [['list'], ['html', { open: 'never' }]],
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
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
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-SG' } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 }, locale: 'en-SG' } },
  ],
})
