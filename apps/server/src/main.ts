import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './platform/processes/quick-imports.ts'

// Caches compiled code between starts; a cache folder that is not writable is ignored.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/prosa-server', import.meta.url)))
await import('./serve.ts')
