import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnsOf } from '../features/assistant/testing/dialogue.ts'
import { DIALOGUES } from '../features/assistant/testing/dialogues.ts'
import { ANSWERS } from '../features/assistant/testing/told-answers.ts'
import { CARE } from '../features/assistant/testing/told-care.ts'
import { IN_DANGER } from '../features/assistant/testing/told-danger.ts'
import { DATES } from '../features/assistant/testing/told-dates.ts'
import { PERSONS } from '../features/assistant/testing/told-persons.ts'
import { PLANS } from '../features/assistant/testing/told-plans.ts'
import { WISHES } from '../features/assistant/testing/told-wishes.ts'
import { WORRIED } from '../features/assistant/testing/told-worries.ts'
import { decideWritten } from '../features/assistant/turn/decide-written.ts'
import { asked } from '../features/assistant/understanding/asked.ts'
import { answerFrom } from '../features/knowledge/answer.ts'
import type { Answer } from '../features/knowledge/ports.ts'
import { createTenant } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const TOLD = [...PLANS, ...DATES, ...WORRIED, ...CARE, ...PERSONS, ...IN_DANGER, ...WISHES, ...ANSWERS]
const TABLES = [
  ...TOLD.map(({ scene, turns }) => ({ scene, bursts: turns.map(({ lead }) => lead) })),
  ...DIALOGUES.map(({ scene, bursts }) => ({ scene, bursts })),
]

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/**
 * Verifies that replies and stored data are the same with and without consulting an empty knowledge base. Returns the number of questions.
 */
async function compare(tables: typeof TABLES): Promise<number> {
  const { tenantId, agentId } = await createTenant(test)
  const turns = tables.flatMap(({ scene, bursts }) => turnsOf(scene, bursts))
  const questions = [...new Set(turns.flatMap(({ input }) => asked(input.newMessages)))]
  const who = { tenantId, agentId, now: test.deps.clock.now(), timeZone: 'America/Sao_Paulo' }
  const found = await answerFrom(test.deps, who, questions)
  const byQuestion = new Map(found.map((answer): [string, Answer] => [answer.question, answer]))
  for (const { input } of turns) {
    const knowledge = asked(input.newMessages).flatMap((question) => byQuestion.get(question) ?? [])
    const [without, consulted] = [decideWritten(input), decideWritten({ ...input, knowledge })]
    expect(consulted, input.newMessages.map(({ content }) => content).join(' | ')).toEqual(without)
  }
  return questions.length
}

describe('an organisation without knowledge', () => {
  it('KNOW-02 says in every eighth of the tables what it said before there was any', async () => {
    expect(await compare(TABLES.filter((_, index) => index % 8 === 0))).toBeGreaterThan(10)
  })

  it('KNOW-02 says in all tables what it said before there was any @wide', async () => {
    expect(TABLES.length).toBeGreaterThan(250)
    expect(await compare(TABLES)).toBeGreaterThan(50)
  })
})
