import { runMeasuringTest } from './test/run-measure.ts'
import { WIDE } from './test/wide.ts'

/**
 * `npm run recall -- <file>`: measures how many questions find their passage among the first five results, how many statements of the
 * rule-based agent from passages are correct, and how often it admits that no passage answers a question (2-agents.md, section 10). Without
 * a file, uses our own set. `RECALL_WRONG=1` prints each failure.
 */
runMeasuringTest('src/features/knowledge/recall.test.ts', 'RECALL_SET', WIDE)
