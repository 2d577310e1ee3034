import { runMeasure } from './run-measure.ts'
import { WIDE } from './test/wide.ts'

/**
 * `npm run recall -- <file>`: how many questions find the passage that answers them among the first five, how much of what the written agent says
 * from passages is right, and how often it owns up to what none answers (2-agents.md, section 10). Without a file, our own set.
 * `RECALL_WRONG=1` shows each that went wrong.
 */
runMeasure('src/features/knowledge/recall.test.ts', 'RECALL_SET', WIDE)
