import { BENCH_PASSWORD, buildId, buildUserPhone } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getMedian } from '../../statistics.ts'
import { HttpCaller } from '../../support/http-caller.ts'

const STORM_FIGURE = 'list during 4 sign-ins at once, p50 by the quiet one'
const CONCURRENT_SIGN_INS = 4
const ROUNDS = 8
const LISTS_PER_ROUND = 50

const path = `/api/conversations/agents/${buildId('large', 'agent')}?limit=20&archive=false`

/** Alternates list requests without load and during repeated sign-ins by four users. */
export const signInStormMeasure: Measure = {
  name: 'sign-in-storm',
  figures: [STORM_FIGURE],
  run: async (stage) => {
    const { url } = await stage.product()
    const caller = await stage.caller()
    const lists = async (took: number[], until: () => boolean) => {
      while (!until()) {
        const started = performance.now()
        await caller.read(path)
        took.push(performance.now() - started)
      }
    }
    let person = 0
    const storm = async (isOver: () => boolean) => {
      while (!isOver()) {
        person += 1
        const visitor = new HttpCaller(url)
        await visitor.write('POST', '/api/auth/login', {
          phone: buildUserPhone('large', 1 + (person % 1_000)),
          password: BENCH_PASSWORD,
        })
        visitor.close()
      }
    }
    const quiet: number[] = []
    const stormy: number[] = []
    const warmUp: number[] = []
    await lists(warmUp, () => warmUp.length >= LISTS_PER_ROUND)
    for (let round = 0; round < ROUNDS; round++) {
      const enough = (took: number[]) => () => took.length >= (round + 1) * LISTS_PER_ROUND
      await lists(quiet, enough(quiet))
      const isOver = enough(stormy)
      const visitors = Array.from({ length: CONCURRENT_SIGN_INS }, () => storm(isOver))
      await lists(stormy, isOver)
      await Promise.all(visitors)
    }
    caller.close()
    return [{ name: STORM_FIGURE, value: getMedian(stormy) / getMedian(quiet) }]
  },
}
