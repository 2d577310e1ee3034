import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import type { Measure } from '../../measure.ts'
import { getMedian } from '../../statistics.ts'

const FIRST_START_FIGURE = 'first start with demo data, to /readyz'
const WARM_START_FIGURE = 'warm start, to /readyz'
const WARM_START_COUNT = 3

/** The first start creates the embedded database with its demo data. The median of later starts measures a start with existing data. */
export const startUpMeasure: Measure = {
  name: 'start-up',
  figures: [FIRST_START_FIGURE, WARM_START_FIGURE],
  run: async () => {
    const product = await ProductProcess.prepare()
    try {
      const first = await product.start()
      const warm: number[] = []
      for (let start = 0; start < WARM_START_COUNT; start++) {
        await product.stop()
        warm.push(await product.start())
      }
      return [
        { name: FIRST_START_FIGURE, value: first },
        { name: WARM_START_FIGURE, value: getMedian(warm) },
      ]
    } finally {
      await product.close()
    }
  },
}
