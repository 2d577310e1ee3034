import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TurnInput } from '../decision.ts'
import { after } from '../guard/after/after.ts'
import { AURORA, turnsOf } from '../testing/dialogue.ts'
import { DIALOGUES } from '../testing/dialogues.ts'
import { ANA, WEEKDAYS_9_TO_18 } from '../testing/told.ts'
import { ANSWERS } from '../testing/told-answers.ts'
import { CARE } from '../testing/told-care.ts'
import { IN_DANGER } from '../testing/told-danger.ts'
import { DATES } from '../testing/told-dates.ts'
import { PERSONS } from '../testing/told-persons.ts'
import { PLANS } from '../testing/told-plans.ts'
import { WISHES } from '../testing/told-wishes.ts'
import { WORRIED } from '../testing/told-worries.ts'
import { decideTurn } from './decide-turn.ts'
import { decideWritten, writtenGround } from './decide-written.ts'

const TOLD = [...PLANS, ...DATES, ...WORRIED, ...CARE, ...PERSONS, ...IN_DANGER, ...WISHES, ...ANSWERS]
const TABLES = [
  ...TOLD.map(({ scene, turns }) => ({ scene, bursts: turns.map(({ lead }) => lead) })),
  ...DIALOGUES.map(({ scene, bursts }) => ({ scene, bursts })),
]

const ASSISTANT = join(import.meta.dirname, '..')
/** Returns the assistant's source files, without tests, that contain a text. */
const holding = (words: string): string[] =>
  readdirSync(ASSISTANT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .filter((file) => readFileSync(join(ASSISTANT, file), 'utf8').includes(words))

describe('what the written engine says', () => {
  it('GUARD-11 passes the guard before it leaves, also what staff wrote for it', () => {
    const questions = ['Garanto que é rápido. Qual é o seu bairro?']
    const brief = { ...WEEKDAYS_9_TO_18, questions, replaceQuestions: true }
    const [first] = turnsOf({ agent: { ...AURORA, brief }, lead: ANA }, ['quero comprar um apartamento'])
    const input = first?.input as TurnInput
    expect(decideTurn(input).replies.join(' ')).toContain('Garanto')
    const decision = decideWritten(input)
    expect(decision.replies.join(' ')).not.toContain('Garanto')
    expect(decision.replies.join(' ')).toContain('Qual é o seu bairro?')
    expect(decision.memory).toMatchObject({ parts: decision.replies.length, unsent: decision.replies })
  })

  it('GUARD-11 no engine is asked but through the guard', () => {
    expect(holding('decideTurn(')).toEqual(['turn/decide-written.ts'])
    expect(holding('llm.answer(')).toEqual(['model/say-guarded.ts'])
  })

  it('GUARD-23 all replies of all tables pass unchanged', () => {
    const turns = TABLES.flatMap(({ scene, bursts }) => turnsOf(scene, bursts))
    const refused = turns.flatMap(({ input, decision }) => {
      const { replies, refused } = after(decision.replies, writtenGround(input, decision))
      return refused.length > 0 || replies.join('\n') !== decision.replies.join('\n') ? refused : []
    })
    expect(turns.flatMap(({ decision }) => decision.replies).length).toBeGreaterThan(500)
    expect(refused).toEqual([])
  })
})
