import { runMeasuringTest } from './test/run-measure.ts'

/**
 * `npm run heard -- <folder>`: measures how many sentences of each class the rule-based agents answer correctly. Each file `<class>.txt`
 * contains one class; each line is `sdr|closer|pos TAB sentence [TAB previous message]`. Without a folder, the repository's own sentences
 * are used.
 */
runMeasuringTest('src/features/assistant/testing/sentences/as-leads-write.test.ts', 'HEARD_SET')
