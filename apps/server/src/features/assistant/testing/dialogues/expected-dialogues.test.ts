import { describe, expect, it } from 'vitest'
import { formatTranscript, getDialogueFacts, runDialogue } from '../dialogue.ts'
import { AFTER_SALES_DIALOGUES } from './after-sales-dialogues.ts'
import { ANSWER_DIALOGUES } from './answer-dialogues.ts'
import { APPOINTMENT_DIALOGUES } from './appointment-dialogues.ts'
import { DANGER_DIALOGUES } from './danger-dialogues.ts'
import { DATE_DIALOGUES } from './date-dialogues.ts'
import { HAND_OVER_DIALOGUES } from './hand-over-dialogues.ts'
import { OBJECTION_DIALOGUES } from './objection-dialogues.ts'
import { REQUEST_DIALOGUES } from './request-dialogues.ts'

describe('PROV-07 what a lead tells is met, kept and passed on', () => {
  it.each([
    ...APPOINTMENT_DIALOGUES,
    ...DATE_DIALOGUES,
    ...OBJECTION_DIALOGUES,
    ...AFTER_SALES_DIALOGUES,
    ...HAND_OVER_DIALOGUES,
    ...DANGER_DIALOGUES,
    ...REQUEST_DIALOGUES,
    ...ANSWER_DIALOGUES,
  ])('$title', ({ scene, turns, summary }) => {
    const bursts = turns.map(({ lead }) => lead)
    const decisions = runDialogue(scene, bursts)
    const kept: Record<string, string | undefined> = {}
    turns.forEach(({ hears, never, calls, status, keeps = {} }, index) => {
      const decision = decisions[index]
      const told = formatTranscript(bursts.slice(0, index + 1), decisions.slice(0, index + 1))
      const said = decision?.replies.join('\n') ?? ''
      Object.assign(kept, decision?.leadPatch)
      if (hears === null) expect(said, told).toBe('')
      for (const expected of hears ?? []) expect(said, told).toMatch(expected)
      if (never) expect(said, told).not.toMatch(never)
      if (calls === null) expect(decision?.attention, told).toBeNull()
      else if (calls) expect(decision?.attention?.reason, told).toMatch(calls)
      if (status) expect(decision?.statusMessage, told).toMatch(status)
      for (const [key, value] of Object.entries(keeps)) {
        const stored = kept[key] ?? (decision && getDialogueFacts(decision.memory)[key])
        if (value instanceof RegExp) expect(stored, told).toMatch(value)
        else expect(stored, told).toBe(value)
      }
    })
    if (summary) expect(decisions.at(-1)?.summary.replaceAll('\n', ' ')).toMatch(summary)
  })
})
