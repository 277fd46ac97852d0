import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const here = import.meta.dirname

export default defineConfig({
  root: resolve(here, 'web'),
  // The testing library stands beside the pages' packages, not among them: as an ES module that
  // Vite resolves, it uses their React; as a CommonJS one it would look for a second.
  resolve: {
    alias: {
      '@testing-library/react': resolve(here, 'node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
    },
    dedupe: ['react', 'react-dom'],
  },
  test: {
    environment: 'jsdom',
    // Each file has a document of its own, but jsdom is loaded once, not ninety times.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}', '../scripts/**/*.test.js'],
    setupFiles: [resolve(here, 'vitest.setup.ts')],
    server: { deps: { inline: [/@testing-library\/react/] } },
    restoreMocks: true,
  },
})
