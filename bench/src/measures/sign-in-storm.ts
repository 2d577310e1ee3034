import { idOf, PASSWORD, phoneOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { median } from '../statistics.ts'
import { Caller } from '../support/http.ts'

const STORM = 'list during 4 sign-ins at once, p50 by the quiet one'
const AT_ONCE = 4
const ROUNDS = 8
const LISTS_EACH = 50

const path = `/api/conversations/agents/${idOf('large', 'agent')}?limit=20&archive=false`

/** Alternates list requests without load and during repeated sign-ins by four users. */
export const signInStorm: Measure = {
  name: 'sign-in-storm',
  figures: [STORM],
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
        const visitor = new Caller(url)
        await visitor.write('POST', '/api/auth/login', { phone: phoneOf('large', 1 + (person % 1_000)), password: PASSWORD })
        visitor.close()
      }
    }
    const quiet: number[] = []
    const stormy: number[] = []
    const warmUp: number[] = []
    await lists(warmUp, () => warmUp.length >= LISTS_EACH)
    for (let round = 0; round < ROUNDS; round++) {
      const enough = (took: number[]) => () => took.length >= (round + 1) * LISTS_EACH
      await lists(quiet, enough(quiet))
      const isOver = enough(stormy)
      const visitors = Array.from({ length: AT_ONCE }, () => storm(isOver))
      await lists(stormy, isOver)
      await Promise.all(visitors)
    }
    caller.close()
    return [{ name: STORM, value: median(stormy) / median(quiet) }]
  },
}
