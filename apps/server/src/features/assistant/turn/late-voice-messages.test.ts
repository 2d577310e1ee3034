import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import type { TestTenant } from '../../../testing/worlds/factories.ts'
import {
  hasNoPendingTurn as areDone,
  createTranscriptionFixture,
  fetchAgentAnswers,
  sendTextAsVisitor,
  sendVoiceNoteAsVisitor,
  type TranscriptionFixture,
  waitForTranscript,
} from '../../../testing/worlds/transcription-fixture.ts'

const UNHEARD = 'Recebi seu áudio, mas não consegui ouvir agora. Pode me escrever em poucas palavras?'

let voices: TranscriptionFixture
let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
let lead: Client

beforeAll(async () => {
  voices = await createTranscriptionFixture(({ env }) => ({ ...env, AGENT_PACE: '0.2' }))
  ;({ test, llm } = voices)
})
afterAll(() => voices.close())
beforeEach(async () => {
  ;({ tenant, staff, lead } = await voices.place())
})
afterEach(() => {
  vi.restoreAllMocks()
})

const answered = (id: string, count: number) =>
  waitUntil(
    () => fetchAgentAnswers(test, staff, id),
    (found) => found.length >= count,
  )
const turnsDone = () => waitUntil(() => areDone(test, tenant.tenantId))
/** Makes the transcription double wait. Returns one function per text that completes its transcription. */
const held = (...texts: string[]) => {
  const gates = texts.map((text) => ({ text, ...Promise.withResolvers<void>() }))
  llm.transcribe((_, n) => ({ until: gates[n]?.promise ?? Promise.resolve(), text: gates[n]?.text ?? '' }))
  return gates.map(({ resolve }) => resolve)
}
const waitItOut = async (sounds: number) => {
  await waitUntil(() => llm.sounds.length >= sounds)
  test.advance(20_000)
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'agent-turn' AND state = 'created'`),
  )
}
/** Runs a function between the decision of a matching part and its storage, while the agent is typing. */
const beforePart = (is: (part: { part: number; replies: readonly string[] }) => boolean, happens: () => Promise<unknown>) => {
  const { assistant } = test.app.modules
  const { commitTurn } = assistant
  let isOver = false
  vi.spyOn(assistant, 'commitTurn').mockImplementation(async (place, part) => {
    if (!isOver && is(part)) {
      isOver = true
      await happens()
    }
    return commitTurn(place, part)
  })
}
const lateOf = async (id: string) => {
  const { conversationId } = await getConversationIdsOfMessage(test, id)
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT late_seqs FROM conversations WHERE id = ${conversationId}`),
  )
  return rows[0]?.late_seqs
}

describe('HEAR-04 a text that comes while a turn is running', () => {
  it('in which the agent owns up to not hearing it, gets its turn @wide', async () => {
    const [tell] = held('Meu nome é Beatriz.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    beforePart(
      () => true,
      async () => {
        tell?.()
        await waitForTranscript(staff, id)
      },
    )
    await waitItOut(1)
    expect(await answered(id, 2)).toEqual([UNHEARD, 'Certo.'])
    await turnsDone()
    expect(llm.requests).toHaveLength(1)
    expect(await lateOf(id)).toEqual([])
  })

  it('gets none where it was too late by then', async () => {
    const [tell] = held('Meu nome é Beatriz.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    beforePart(
      () => true,
      async () => {
        test.advance(600_000)
        tell?.()
        await waitForTranscript(staff, id)
      },
    )
    await waitItOut(1)
    await answered(id, 1)
    await turnsDone()
    expect(await answered(id, 1)).toEqual([UNHEARD])
  })

  it('between two of its replies, gets its turn after them @wide', async () => {
    const [tell] = held('Meu nome é Beatriz.')
    llm.behave(() => ({ text: llm.requests.length > 1 ? 'Prazer, Beatriz.' : 'Aceita, sim.' }))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await sendTextAsVisitor(lead, tenant.agentId, 'Aceita pet?')
    beforePart(
      ({ part }) => part === 1,
      async () => {
        tell?.()
        await waitForTranscript(staff, id)
      },
    )
    await waitItOut(1)
    expect(await answered(id, 3)).toEqual(['Aceita, sim.', UNHEARD, 'Prazer, Beatriz.'])
    await turnsDone()
    expect(llm.requests).toHaveLength(2)
    expect(await lateOf(id)).toEqual([])
  })

  it('about another that was late, gets one too @wide', async () => {
    const [tell, tellOther] = held('Meu nome é Beatriz.', 'Quero o de três quartos.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitUntil(() => llm.sounds.length)
    const other = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitItOut(2)
    await answered(id, 1)
    await turnsDone()
    beforePart(
      () => true,
      async () => {
        tellOther?.()
        await waitForTranscript(staff, other)
      },
    )
    tell?.()
    expect(await answered(id, 3)).toEqual([UNHEARD, 'Certo.', 'Certo.'])
    await turnsDone()
    expect(llm.requests).toHaveLength(2)
    expect(await lateOf(id)).toEqual([])
  })

  it('is let go where the lead has written since @wide', async () => {
    const [tell] = held('Meu nome é Beatriz.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitItOut(1)
    await answered(id, 1)
    await turnsDone()
    // Simulates the state between a late transcript and the turn that answers it.
    const { conversationId } = await getConversationIdsOfMessage(test, id)
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE conversations SET late_seqs = '{1}' WHERE id = ${conversationId}`))
    await sendTextAsVisitor(lead, tenant.agentId, 'Deixa, eu escrevo')
    await answered(id, 2)
    await turnsDone()
    tell?.()
    await waitForTranscript(staff, id)
    await turnsDone()
    expect(await answered(id, 2)).toEqual([UNHEARD, 'Certo.'])
    expect(await lateOf(id)).toEqual([])
  })
})
