import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { INDEX, wantedIndex } from './check/read-docs.ts'

// Part of `npm run reference`.
writeFileSync(join(root, INDEX), wantedIndex())
