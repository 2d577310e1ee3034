import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/w/a1' } },
    restoreMocks: true,
    unstubGlobals: true,
    env: { TZ: 'America/Sao_Paulo' },
  },
})
