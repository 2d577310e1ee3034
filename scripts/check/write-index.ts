import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { buildExpectedIndex, DECISION_INDEX_PATH } from './read-docs.ts'

writeFileSync(join(root, DECISION_INDEX_PATH), buildExpectedIndex())
