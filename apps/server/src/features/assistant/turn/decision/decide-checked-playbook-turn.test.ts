import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkReplies } from '../../guard/after/check-replies.ts'
import { CLARA_SDR, runTurns } from '../../testing/dialogue.ts'
import { AFTER_SALES_DIALOGUES } from '../../testing/dialogues/after-sales-dialogues.ts'
import { ANSWER_DIALOGUES } from '../../testing/dialogues/answer-dialogues.ts'
import { APPOINTMENT_DIALOGUES } from '../../testing/dialogues/appointment-dialogues.ts'
import { DANGER_DIALOGUES } from '../../testing/dialogues/danger-dialogues.ts'
import { DATE_DIALOGUES } from '../../testing/dialogues/date-dialogues.ts'
import { SAMPLE_DIALOGUES } from '../../testing/dialogues/dialogues.ts'
import { HAND_OVER_DIALOGUES } from '../../testing/dialogues/hand-over-dialogues.ts'
import { OBJECTION_DIALOGUES } from '../../testing/dialogues/objection-dialogues.ts'
import { REQUEST_DIALOGUES } from '../../testing/dialogues/request-dialogues.ts'
import { ANA_LEAD, WEEKDAYS_9_TO_18 } from '../../testing/expected-dialogue.ts'
import type { TurnInput } from '../../turn-input.ts'
import { buildPlaybookGrounding, decideCheckedPlaybookTurn } from './decide-checked-playbook-turn.ts'
import { decidePlaybookTurn } from './decide-playbook-turn.ts'

const TOLD = [
  ...APPOINTMENT_DIALOGUES,
  ...DATE_DIALOGUES,
  ...OBJECTION_DIALOGUES,
  ...AFTER_SALES_DIALOGUES,
  ...HAND_OVER_DIALOGUES,
  ...DANGER_DIALOGUES,
  ...REQUEST_DIALOGUES,
  ...ANSWER_DIALOGUES,
]
const TABLES = [
  ...TOLD.map(({ scene, turns }) => ({ scene, bursts: turns.map(({ lead }) => lead) })),
  ...SAMPLE_DIALOGUES.map(({ scene, bursts }) => ({ scene, bursts })),
]

const ASSISTANT = join(import.meta.dirname, '../..')
/** Returns the assistant's source files, without tests, that contain a text. */
const holding = (words: string): string[] =>
  readdirSync(ASSISTANT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .filter((file) => readFileSync(join(ASSISTANT, file), 'utf8').includes(words))

describe('what the written engine says', () => {
  it('GUARD-11 passes the guard before it leaves, also what staff wrote for it', () => {
    const questions = ['Garanto que é rápido. Qual é o seu bairro?']
    const brief = { ...WEEKDAYS_9_TO_18, questions, replaceQuestions: true }
    const [first] = runTurns({ agent: { ...CLARA_SDR, brief }, lead: ANA_LEAD }, ['quero comprar um apartamento'])
    const input = first?.input as TurnInput
    expect(decidePlaybookTurn(input).replies.join(' ')).toContain('Garanto')
    const decision = decideCheckedPlaybookTurn(input)
    expect(decision.replies.join(' ')).not.toContain('Garanto')
    expect(decision.replies.join(' ')).toContain('Qual é o seu bairro?')
    expect(decision.memory).toMatchObject({ parts: decision.replies.length, unsent: decision.replies })
  })

  it('GUARD-11 no engine is asked but through the guard', () => {
    expect(holding('decidePlaybookTurn(')).toEqual(['turn/decision/decide-checked-playbook-turn.ts'])
    expect(holding('llm.generateAnswer(')).toEqual(['model/request-checked-answer.ts'])
  })

  it('GUARD-23 all replies of all tables pass unchanged', () => {
    const turns = TABLES.flatMap(({ scene, bursts }) => runTurns(scene, bursts))
    const refused = turns.flatMap(({ input, decision }) => {
      const { replies, rejectedSentences: refused } = checkReplies(decision.replies, buildPlaybookGrounding(input, decision))
      return refused.length > 0 || replies.join('\n') !== decision.replies.join('\n') ? refused : []
    })
    expect(turns.flatMap(({ decision }) => decision.replies).length).toBeGreaterThan(500)
    expect(refused).toEqual([])
  })
})
