import { runMeasure } from './run-measure.ts'

/**
 * `npm run heard -- <folder>`: how many sentences of each class the written agents answer as they must. A file `<class>.txt` is a class, a line
 * `sdr|closer|pos TAB sentence [TAB what was said before]`; without a folder, our own set.
 */
runMeasure('src/features/assistant/as-leads-write.test.ts', 'HEARD_SET')
