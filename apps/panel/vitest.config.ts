import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    // Each test file gets its own VM context instead of its own process with jsdom, which took two thirds of the time.
    pool: 'vmForks',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    // Lazily loaded pages can be slow on a busy machine.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
    env: {
      TZ: 'America/Sao_Paulo',
      VITE_APP_NAME: 'Prosa',
      VITE_APP_VERSION: '0.1.0',
      VITE_API_BASE_URL: '/api',
      VITE_WEBSOCKET_URL: '/',
      VITE_API_TIMEOUT: '30000',
      VITE_TOKEN_REFRESH_BUFFER: '300000',
      VITE_SESSION_TIMEOUT: '3600000',
    },
  },
})
