import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/kernel/db/schema.ts', './src/kernel/db/schema-whatsapp.ts'],
  out: './src/kernel/db/migrations',
})
