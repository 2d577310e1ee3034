import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin, type UserConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { settleEnv } from './src/shared/config/build-env.ts'

/**
 * The React Compiler pays where rows and messages repaint all day, and in what holds them; elsewhere it would only be weight (2.6 kB on
 * the first page, 5.6 in and around the two panes).
 */
export const COMPILED = [
  'list/conversation-',
  'list/row',
  'list/use-',
  'thread/message-',
  'thread/thread.tsx',
  'thread/use-',
].map((part) => `features/conversation/${part}`)

const here = import.meta.dirname
const SRC = `${here}/src/`
const ENTRY = 'app/main.tsx'
/** What answers are judged with; a page can be painted before it is there. */
const SCHEMAS = '../../../packages/contract/src/calls/auth.ts'
const SHELL = 'app/shell/shell.tsx'
const CHAT = ['features/conversation/routes/chat-page.tsx', 'features/conversation/routes/conversation-page.tsx']
/** Reached without the shell, so that none of them may bring its file along. */
const OUTSIDE = [
  'app/shell/toasts.tsx',
  'app/routes/onboarding-error-page.tsx',
  'app/routes/calendar-callback-page.tsx',
  'app/routes/legal-page.tsx',
  'app/routes/not-found-page.tsx',
  'features/onboarding/onboarding-page.tsx',
]
const OTHER_PAGES = [
  'features/agents/agents-page.tsx',
  'app/routes/dashboard-page.tsx',
  'app/routes/invite-page.tsx',
  'app/routes/settings-page.tsx',
]

/**
 * Comes when the sign-in page stands and nobody waits for it, or is met once in years: the names of the files that it needs would be a part of
 * what the sign-in page weighs.
 */
const LATER = /(beyond-password|calendar-callback-page|legal-page|not-found-page|onboarding-error-page)-/

/** Loaded when it is asked for, though the build holds it for a part of others. */
const COMES_LATE = /^lead-profile$/

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Every module that these load at once. */
function reached(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const root of roots) visit(join(SRC, root))
  return found
}

/** A file for what all of these share with nobody else; pages among them stay files of their own. */
function fileOf(name: string, roots: readonly string[], others: readonly string[], priority: number) {
  let own: ReadonlySet<string> | undefined
  const ofOwn = (id: string, modules: Modules) => {
    if (!own) {
      const elsewhere = reached(others, modules)
      const itself = new Set(roots.filter((root) => root !== SCHEMAS).map((root) => join(SRC, root)))
      own = new Set([...reached(roots, modules)].filter((one) => !elsewhere.has(one) && !itself.has(one)))
    }
    return own.has(id) ? name : null
  }
  return { name: ofOwn, priority }
}

/** Each icon is imported by its own path, so that the build can tell who draws it. */
function iconFile() {
  let drawnInChat: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    drawnInChat ??= reached([SHELL, ...CHAT], modules)
    return drawnInChat.has(id) ? 'marks' : 'more-marks'
  }
}

/**
 * What every page has comes in one file, so does what every page behind the sign-in has, and what the chat has: instead of a crumb
 * for every set of pages that shares a part. Fewer requests, and files that compress better (4 to 8 kB less to each page).
 * Small parts that the chat shares with other pages are one file too. Icons are two files, those that an open conversation may draw and
 * the others, so that no chunk waits for an icon in a chunk that waits for it. Links and the guard of unsaved forms come out of the
 * router's one entry, but no page draws them before a sign-in.
 */
const together = () => ({
  includeDependenciesRecursively: false,
  groups: [
    fileOf('first', [ENTRY], [], 3),
    fileOf('inside', [SHELL], OUTSIDE, 2),
    fileOf('chat', CHAT, [...OUTSIDE, ...OTHER_PAGES], 1),
    fileOf('shared', CHAT, [], 0),
    fileOf('schemas', [SCHEMAS], [ENTRY], 4),
    { name: 'links', test: /react-router\/dist\/esm\/(link|useBlocker)\.js/, priority: 6 },
    { name: iconFile(), test: /node_modules\/lucide-react/, priority: 5 },
  ],
})

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
      react({ compiler: { sources: COMPILED } }),
      tailwindcss(),
      requireEnv(),
      leaveOutSummaries(),
      preloadFont(),
      compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] }),
    ],
    // React brings the hook that this shim brings to those before 18.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    build: {
      manifest: true,
      target: 'es2023',
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
            isDynamicEntry || COMES_LATE.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
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
