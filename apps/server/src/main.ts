import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './kernel/quick-imports.ts'

// Compiled once, not at each start; a folder that cannot be written is done without.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/prosa-server', import.meta.url)))
await import('./serve.ts')
