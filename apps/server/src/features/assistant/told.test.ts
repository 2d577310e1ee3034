import { describe, expect, it } from 'vitest'
import { factsOf, talkThrough, transcript } from './testing/dialogue.ts'
import { ANSWERS } from './testing/told-answers.ts'
import { CARE } from './testing/told-care.ts'
import { IN_DANGER } from './testing/told-danger.ts'
import { DATES } from './testing/told-dates.ts'
import { PERSONS } from './testing/told-persons.ts'
import { PLANS } from './testing/told-plans.ts'
import { WISHES } from './testing/told-wishes.ts'
import { WORRIED } from './testing/told-worries.ts'

describe('PROV-07 what a lead tells is met, kept and passed on', () => {
  it.each([...PLANS, ...DATES, ...WORRIED, ...CARE, ...PERSONS, ...IN_DANGER, ...WISHES, ...ANSWERS])(
    '$title',
    ({ scene, turns, summary }) => {
      const bursts = turns.map(({ lead }) => lead)
      const decisions = talkThrough(scene, bursts)
      const kept: Record<string, string | undefined> = {}
      turns.forEach(({ hears, never, calls, status, keeps = {} }, index) => {
        const decision = decisions[index]
        const told = transcript(bursts.slice(0, index + 1), decisions.slice(0, index + 1))
        const said = decision?.replies.join('\n') ?? ''
        Object.assign(kept, decision?.leadPatch)
        if (hears === null) expect(said, told).toBe('')
        for (const expected of hears ?? []) expect(said, told).toMatch(expected)
        if (never) expect(said, told).not.toMatch(never)
        if (calls === null) expect(decision?.attention, told).toBeNull()
        else if (calls) expect(decision?.attention?.reason, told).toMatch(calls)
        if (status) expect(decision?.statusMessage, told).toMatch(status)
        for (const [key, value] of Object.entries(keeps)) {
          const stored = kept[key] ?? (decision && factsOf(decision.memory)[key])
          if (value instanceof RegExp) expect(stored, told).toMatch(value)
          else expect(stored, told).toBe(value)
        }
      })
      if (summary) expect(decisions.at(-1)?.summary.replaceAll('\n', ' ')).toMatch(summary)
    },
  )
})
