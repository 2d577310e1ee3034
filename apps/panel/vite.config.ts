import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

const here = import.meta.dirname

/** A clone builds without a file of its own: what neither the shell nor `.env` names comes from the example. */
function withShippedDefaults(mode: string): void {
  const given = loadEnv(mode, here, 'VITE_')
  const shipped = parseEnv(readFileSync(`${here}/.env.example`, 'utf8'))
  for (const [name, value] of Object.entries(shipped)) {
    if (given[name] === undefined && value !== undefined) process.env[name] = value
  }
}

const provider = process.env.PROVIDER_URL ?? 'http://127.0.0.1:3000'

export default defineConfig(({ mode }) => {
  withShippedDefaults(mode)
  return {
    plugins: [react({ compiler: true }), tailwindcss()],
    build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/api': provider,
        '/socket.io': { target: provider, ws: true },
        '/w': provider,
      },
    },
  }
})
