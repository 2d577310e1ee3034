import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin, type UserConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { BUILD_TARGET } from '../../scripts/browsers/oldest-browsers.ts'
import { getCodeSplittingOptions } from './bundle/code-splitting.ts'
import { injectPreloadManifest } from './bundle/inject-preload-manifest.ts'
import { inlineUnusedOptions } from './bundle/inline-unused-options.ts'
import { resolveBuildEnv } from './src/shared/config/build-env.ts'

const here = import.meta.dirname

/**
 * Chunks without module preloading: they load after the sign-in page, are rarely needed, or only contain lazy parts. The list of their
 * dependencies would add to the size of the sign-in page or of an open conversation.
 */
const LATER =
  /(agent-page|additional-sign-in-options|calendar-callback-page|legal-page|not-found-page|onboarding-error-page|reopen-with-template)-/

/** Chunks loaded on demand that the build does not mark as dynamic entries. */
const COMES_LATE = /^lead-profile$/

/**
 * Fails a build if an environment variable is missing. With PANEL_DEFAULTS=1, as in `npm start`, missing ones get the values of
 * .env.example.
 */
const requireEnv = (): Plugin => ({
  name: 'require-env',
  config: (_config, { mode }) => {
    const defaults = process.env.PANEL_DEFAULTS === '1' ? parseEnv(readFileSync(`${here}/.env.example`, 'utf8')) : null
    Object.assign(process.env, resolveBuildEnv(loadEnv(mode, here, 'VITE_'), defaults))
  },
})

/** Removes the summaries of the API calls from the build: only the server's API reference needs them. */
const leaveOutSummaries = (): Plugin => ({
  name: 'leave-out-summaries',
  apply: 'build',
  transform: {
    filter: { id: /packages\/contract\/src\/calls\// },
    handler: (code) => ({ code: code.replace(/\bsummary: "[^"\n]*",/g, ''), map: null }),
  },
})

/**
 * Adds the meta tag with the capabilities offered before sign-in to the page of the development server, as the server does in production.
 */
const nameCapabilities = (): Plugin => ({
  name: 'name-capabilities',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'capabilities', content: 'organisation security' }, injectTo: 'head' },
  ],
})

/** Adds a preload link for the text font, so that it loads before the style sheet is parsed. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.includes('next-latin-wght-normal') && file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})

const provider = process.env.PROVIDER_URL ?? 'http://127.0.0.1:3000'

export default defineConfig((): UserConfig => {
  return {
    plugins: [
      react(),
      tailwindcss(),
      requireEnv(),
      nameCapabilities(),
      leaveOutSummaries(),
      inlineUnusedOptions(),
      preloadFont(),
      injectPreloadManifest(),
      compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] }),
    ],
    // React includes the hook that this shim adds to versions before 18.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    build: {
      manifest: true,
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: (file, deps) => (LATER.test(file) ? [] : deps) },
      rolldownOptions: {
        // Reading a property has no side effect in our code, so unused reads are removed.
        treeshake: { propertyReadSideEffects: false },
        // Inlines constants instead of exporting them from one chunk to another.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          codeSplitting: getCodeSplittingOptions(),
          // The first chunk lists the names of all others, so only chunks that are loaded on demand have a readable name.
          chunkFileNames: ({ isDynamicEntry, name }) =>
            isDynamicEntry || COMES_LATE.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        // Keeps the browser's Host header, because the provider compares it with Origin.
        '/api': { target: provider, changeOrigin: false },
        '/socket.io': { target: provider, changeOrigin: false, ws: true },
        '/w': { target: provider, changeOrigin: false },
      },
    },
  }
})
