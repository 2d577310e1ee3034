import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin, type UserConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { BUILD_TARGET } from '../../scripts/browsers/oldest-browsers.ts'
import { together } from './bundle/files.ts'
import { nameFilesAhead } from './bundle/files-ahead.ts'
import { fixOptions } from './bundle/fixed-options.ts'
import { settleEnv } from './src/shared/config/build-env.ts'

const here = import.meta.dirname

/**
 * Comes when the sign-in page stands and nobody waits for it, is met once in years, or is a mere frame for parts that come after it, as the button of
 * a closed window is: the names of the files that it needs would be a part of what the sign-in page, or an open conversation, weighs.
 */
const LATER =
  /(agent-page|beyond-password|calendar-callback-page|legal-page|not-found-page|onboarding-error-page|reopen-with-template)-/

/** Loaded when it is asked for, though the build holds it for a part of others. */
const COMES_LATE = /^lead-profile$/

/** Stops a build that lacks a variable; with PANEL_DEFAULTS=1, as `npm start` builds, the example's value is taken. */
const requireEnv = (): Plugin => ({
  name: 'require-env',
  config: (_config, { mode }) => {
    const defaults = process.env.PANEL_DEFAULTS === '1' ? parseEnv(readFileSync(`${here}/.env.example`, 'utf8')) : null
    Object.assign(process.env, settleEnv(loadEnv(mode, here, 'VITE_'), defaults))
  },
})

/** The sentences of the API's page are the server's to say. */
const leaveOutSummaries = (): Plugin => ({
  name: 'leave-out-summaries',
  apply: 'build',
  transform: {
    filter: { id: /packages\/contract\/src\/calls\// },
    handler: (code) => ({ code: code.replace(/\bsummary: "[^"\n]*",/g, ''), map: null }),
  },
})

/** Names the capabilities that pages outside a session look for, as the server does in the page that it serves. */
const nameCapabilities = (): Plugin => ({
  name: 'name-capabilities',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'capabilities', content: 'organisation security' }, injectTo: 'head' },
  ],
})

/** The text's font starts to load with the page instead of after its style sheet. */
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
      fixOptions(),
      preloadFont(),
      nameFilesAhead(),
      compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] }),
    ],
    // React brings the hook that this shim brings to those before 18.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    build: {
      manifest: true,
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: (file, deps) => (LATER.test(file) ? [] : deps) },
      rolldownOptions: {
        // No property of ours does anything by being read: what is only read, and never used, goes.
        treeshake: { propertyReadSideEffects: false },
        // A constant stands where it is used, not among what one file gives another.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          codeSplitting: together(),
          // Every name stands in the list that the first file keeps of the others: only what comes by itself has one.
          chunkFileNames: ({ isDynamicEntry, name }) =>
            isDynamicEntry || COMES_LATE.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        // The browser's own Host goes through: the provider holds it against Origin.
        '/api': { target: provider, changeOrigin: false },
        '/socket.io': { target: provider, changeOrigin: false, ws: true },
        '/w': { target: provider, changeOrigin: false },
      },
    },
  }
})
