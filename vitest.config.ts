import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const here = import.meta.dirname

export default defineConfig({
  root: resolve(here, 'web'),
  // The testing library is resolved as an ES module by Vite, so that it uses the pages' React (web/node_modules); as a
  // CommonJS module it would load a second copy.
  resolve: {
    alias: {
      '@testing-library/react': resolve(here, 'node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
    },
    dedupe: ['react', 'react-dom'],
  },
  test: {
    environment: 'jsdom',
    // Each test file has its own document, but jsdom is loaded once for all of them.
    pool: 'vmThreads',
    maxWorkers: '100%', // by default one core stays idle
    include: ['src/**/*.test.{ts,tsx}', '../scripts/**/*.test.js'],
    setupFiles: [resolve(here, 'vitest.setup.ts')],
    server: { deps: { inline: [/@testing-library\/react/] } },
    restoreMocks: true,
    testTimeout: 60_000, // the machine may be busy
  },
})
