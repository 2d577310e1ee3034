import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { BUILD_TARGET } from '../../scripts/browsers/oldest-browsers.ts'

const provider = process.env.PROVIDER_URL ?? 'http://127.0.0.1:3000'

/** Build of the chat page. The server delivers the page at /w/{agentId} and its files under /webchat/. */
export default defineConfig({
  base: '/webchat/',
  plugins: [compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] })],
  build: { target: BUILD_TARGET, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1', proxy: { '/api': { target: provider, changeOrigin: false } } },
})
