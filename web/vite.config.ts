import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { inFrontOfGo } from './dev/in-front-of-go.ts'

const here = import.meta.dirname

/** The oldest supported browsers, which the README lists. */
const floor = ['chrome111', 'safari16.4', 'ios16.4', 'firefox128']

/** The commit time of the sources in milliseconds, so that builds are reproducible. Without git, the current time. */
function commitTime(): number {
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: here, stdio: 'pipe' })) * 1000
  } catch {
    return Date.now()
  }
}

/** Writes the build time into the build, so that all replicas of a program report the same. */
function dated(): Plugin {
  return {
    name: 'dated',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: '.vite/build.json',
        source: JSON.stringify({ timestamp: commitTime() }),
      })
    },
  }
}

/** The browser build of the public pages. */
function client(): UserConfig {
  return {
    plugins: [react(), tailwindcss(), dated()],
    build: {
      target: floor,
      manifest: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { public: resolve(here, 'src/entry-client.tsx') },
        output: {
          // The file names of the font slices contain the version of them all.
          assetFileNames: ({ names: [name = ''] }) =>
            name.startsWith('wenkai-rest-') ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
          // Every page needs these files completely, so they are compiled eagerly while loading (V8's explicit compile
          // hints; other engines ignore the comment).
          postBanner: ({ name }) => (name === 'public' || name === 'core' ? '//# allFunctionsCalledOnLoad' : ''),
          // What nearly every page uses is in one file, instead of a dozen small ones; likewise form fields, and what
          // belongs to an account or an order. The entry lists every file, so fewer files make it smaller.
          codeSplitting: {
            groups: [
              {
                name: 'core',
                test: /rolldown[\\/]runtime|preload-helper|src[\\/](i18n|lib|site[\\/](router|session))[\\/](?!save-blob)|src[\\/]site[\\/]cart[\\/]cart-slot|src[\\/]forms[\\/](use-(act|told)|refusal|failure-|error-notice)|src[\\/]ui[\\/](art[\\/]|icon|button|dialog|page-heading|panel|toast-store|notice|skeleton|date-tile)|features[\\/]offering[\\/]offering-card|node_modules[\\/]react[\\/]/,
              },
              {
                name: 'fields',
                test: /src[\\/](ui[\\/](field|text-field|text-area|checkbox|error-summary|radio-cards|quantity|copy-button|empty-state|search-field|use-countdown|use-after-press)|forms[\\/](mobile-field|use-form|form-text|family-book-override)|api[\\/]attempt|domain[\\/]amount)\./,
              },
              { name: 'account', test: /src[\\/]features[\\/]account[\\/]/ },
              { name: 'invoice', test: /src[\\/](features[\\/]invoice[\\/](order-lines|status-of)|ui[\\/]facts)\./ },
              { name: 'reading', test: /src[\\/](features[\\/]content[\\/]|routes[\\/]misc-\w+-)/ },
            ],
          },
        },
      },
    },
  }
}

/** The office's own page, built separately: none of it can get into the public pages or change their chunks. */
function office(): UserConfig {
  return {
    plugins: [react(), tailwindcss()],
    publicDir: false,
    build: {
      target: floor,
      manifest: '.vite/office.json',
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      copyPublicDir: false,
      rolldownOptions: { input: resolve(here, 'admin.html') },
    },
  }
}

/** Leaves out style sheets: the browser build has them, and the document links them by its manifest. */
function withoutStyle(): Plugin {
  const nothing = '\0without-style'
  return {
    name: 'without-style',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css') ? nothing : undefined),
    load: (id) => (id === nothing ? '' : undefined),
  }
}

/** One classic script for the render engine, which has neither modules nor web globals. */
function ssr(): UserConfig {
  return {
    plugins: [withoutStyle(), react()],
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        // The legacy renderer is synchronous and needs no MessageChannel or stream.
        'react-dom/server': resolve(here, 'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
      },
    },
    build: {
      target: 'es2020',
      emptyOutDir: false,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      rolldownOptions: {
        input: resolve(here, 'src/entry-server.tsx'),
        output: { format: 'iife', name: 'shanmen', entryFileNames: 'ssr.js', codeSplitting: false },
      },
    },
  }
}

/** `make dev`: the sources, with hot reload, in front of the program at GO_URL. */
function dev(): UserConfig {
  return {
    plugins: [react(), tailwindcss(), inFrontOfGo(process.env.GO_URL ?? 'http://127.0.0.1:8081')],
    appType: 'custom',
    server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8080), strictPort: true },
  }
}

const builds: Record<string, () => UserConfig> = { ssr, office }

export default defineConfig(({ command, mode }) => (command === 'serve' ? dev : (builds[mode] ?? client))())
