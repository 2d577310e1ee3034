import { Product } from '../../../scripts/product/product.ts'
import type { Measure } from '../measure.ts'
import { median } from '../statistics.ts'

const FIRST = 'first start with demo data, to /readyz'
const WARM = 'warm start, to /readyz'
const WARM_STARTS = 3

/** The first start creates the embedded database with its demo data. The median of later starts measures a start with existing data. */
export const startUp: Measure = {
  name: 'start-up',
  figures: [FIRST, WARM],
  run: async () => {
    const product = await Product.prepare()
    try {
      const first = await product.start()
      const warm: number[] = []
      for (let start = 0; start < WARM_STARTS; start++) {
        await product.stop()
        warm.push(await product.start())
      }
      return [
        { name: FIRST, value: first },
        { name: WARM, value: median(warm) },
      ]
    } finally {
      await product.close()
    }
  },
}
