import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './platform/processes/quick-imports.ts'

// Caches compiled code between starts. Node ignores a cache folder that is not writable.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/prosa-server', import.meta.url)))
await import('./serve.ts')
