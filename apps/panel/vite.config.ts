import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** The React Compiler pays where rows and messages repaint all day; on the first page it would only be weight (2.6 kB of 125). */
export const COMPILED = ['features/conversation/']

/**
 * Every page behind the sign-in has all of these: one file each, instead of a crumb for every set of pages that shares a part
 * (3 kB of the chat). What they import stays where it is, so that nothing of them reaches the login.
 */
const TOGETHER = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'query', test: /node_modules\/@tanstack\/(react-)?query/ },
    { name: 'marks', test: /node_modules\/lucide-react|src\/shared\/ui\/(icon-button|badge|skeleton)/, minShareCount: 2 },
  ],
}

const here = import.meta.dirname

/** A clone builds without a file of its own: what neither the shell nor `.env` names comes from the example. */
function withShippedDefaults(mode: string): void {
  const given = loadEnv(mode, here, 'VITE_')
  const shipped = parseEnv(readFileSync(`${here}/.env.example`, 'utf8'))
  for (const [name, value] of Object.entries(shipped)) {
    if (given[name] === undefined && value !== undefined) process.env[name] = value
  }
}

/** The text's font starts to load with the page instead of after its style sheet. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /next-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})

const provider = process.env.PROVIDER_URL ?? 'http://127.0.0.1:3000'

export default defineConfig(({ mode }) => {
  withShippedDefaults(mode)
  return {
    plugins: [
      react({ compiler: { sources: COMPILED } }),
      tailwindcss(),
      preloadFont(),
      compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] }),
    ],
    build: {
      manifest: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: TOGETHER } },
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
