import { runMeasuringTest } from './test/run-measure.ts'
import { WIDE } from './test/wide.ts'

/**
 * `npm run recall -- <file>`: measures how well the knowledge search works (2-agents.md, section 10): how many questions find their passage
 * among the first five results, and how often the rule-based agent answers correctly or admits that it does not know. `RECALL_WRONG=1`
 * prints each failure.
 */
runMeasuringTest('src/features/knowledge/recall.test.ts', 'RECALL_SET', WIDE)
