import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerSet, shown } from './testing/answered-set.ts'

/** Sentences by somebody who read neither patterns nor examples; `HEARD_SET` names another folder of such files. */
const OWN = join(import.meta.dirname, 'testing/as-leads-write')
/** Of each class, in hundredths. */
const AT_LEAST = { danger: 95, other: 90 } as const

const answered = answerSet(process.env['HEARD_SET'] ?? OWN)

describe('GUARD-37 sentences as leads write them', () => {
  it('are 400 at least, in 25 classes', () => {
    console.log(shown(answered))
    expect(answered.reduce((sum, { of }) => sum + of, 0)).toBeGreaterThanOrEqual(400)
    expect(answered.length).toBeGreaterThanOrEqual(25)
  })

  it.each(answered)('are answered as they must be: $name', ({ isDanger, right, of }) => {
    expect((100 * right) / of).toBeGreaterThanOrEqual(isDanger ? AT_LEAST.danger : AT_LEAST.other)
  })
})
