import { getMessageGrounding } from '@prosa/contract/calls/agents/knowledge'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import { SILENCE_TRANSCRIPTION } from '../../../testing/doubles/llm/transcription-double.ts'
import { createJpegFile, uploadFileAsVisitor } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import type { TestTenant } from '../../../testing/worlds/factories.ts'
import {
  fetchAgentAnswers as answersOf,
  hasNoPendingTurn as areDone,
  createTranscriptionFixture,
  sendTextAsVisitor,
  sendVoiceNoteAsVisitor,
  type TranscriptionFixture,
  waitForTranscript,
} from '../../../testing/worlds/transcription-fixture.ts'

const UNHEARD = 'Recebi seu áudio, mas não consegui ouvir agora. Pode me escrever em poucas palavras?'
const NO_SPEECH = 'Seu áudio chegou sem fala por aqui. Pode gravar de novo ou escrever?'

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

/** Makes the agent use the rule-based engine. */
const byPlaybook = () =>
  test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET use_model = false WHERE id = ${tenant.agentId}`))
const answersTo = (id: string) => answersOf(test, staff, id)
const answered = (id: string, count: number) =>
  waitUntil(
    () => answersTo(id),
    (found) => found.length >= count,
  )
/** Returns, for each message of the agent, the transcripts that it is based on, oldest message first. */
const heard = async () => {
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT id::text FROM messages WHERE tenant_id = ${tenant.tenantId} AND role = 'AI' ORDER BY seq`),
  )
  const origins = rows.map(({ id }) => staff.call(getMessageGrounding, { params: { messageId: String(id) } }))
  return (await Promise.all(origins)).map(({ data }) => data.heard?.map(({ text }) => text))
}
const askedLast = () =>
  llm.requests
    .at(-1)
    ?.messages.filter(({ role }) => role === 'user')
    .at(-1)?.content
const turnsDone = () => areDone(test, tenant.tenantId)
const sendsPhoto = async () => {
  const file_id = await uploadFileAsVisitor(lead, tenant.agentId, createJpegFile(2_000, 7), 'planta.jpg')
  const body = { content: '', file_id, as: 'image' as const }
  await lead.call(sendWebchatMessage, { params: { agentId: tenant.agentId }, body, headers: { 'idempotency-key': 'photo' } })
}
/** Makes the transcription wait. Returns a function that completes it. */
const held = (text: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  llm.transcribe(() => ({ until: promise, text }))
  return resolve
}
/** Returns the seconds between the arrival of the recording and the agent's next turn, by the database's clock, which tests do not move. */
const aheadOf = async (id: string): Promise<number> => {
  const movedMs = test.deps.clock.now().getTime() - Date.now()
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT extract(epoch FROM job.start_after - stored_at)::float AS ahead FROM pgboss.job AS job, transcripts
      WHERE job.name = 'agent-turn' AND job.state = 'created' AND job.data->>'tenantId' = ${tenant.tenantId} AND message_id = ${id}`),
  )
  return Number(rows[0]?.ahead) + movedMs / 1_000
}
/** Advances the server's clock by twenty seconds and makes waiting jobs due. */
const waitItOut = async () => {
  test.advance(20_000)
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'agent-turn' AND state = 'created'`),
  )
}

describe('a burst with a voice message', () => {
  it('HEAR-02 waits for its text, and gets one turn that uses voice, picture and words: on a model', async () => {
    const tell = held('Quero o de três quartos.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await sendsPhoto()
    await sendTextAsVisitor(lead, tenant.agentId, 'E aceita pet?')
    await waitUntil(() => llm.sounds.length)
    tell()
    await answered(id, 1)
    expect(askedLast()).toBe('Quero o de três quartos.\n[imagem que você não pode abrir]\nE aceita pet?')
    await waitUntil(turnsDone)
    expect(llm.requests).toHaveLength(1)
  })

  it('HEAR-02 and by its playbook @wide', async () => {
    await byPlaybook()
    // Delays the transcript: on a busy machine it would be answered before the other messages arrive.
    const tell = held('Eu me chamo Beatriz Nogueira.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await sendsPhoto()
    await sendTextAsVisitor(lead, tenant.agentId, 'Qual o endereço?')
    tell()
    const said = (await answered(id, 2)).join(' ')
    expect(said).toContain('Beatriz')
    expect(said).toContain('imagem')
    expect(said).toMatch(/endereço/)
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT count(DISTINCT split_part(client_key, ':', 2))::int AS turns FROM messages
        WHERE tenant_id = ${tenant.tenantId} AND client_key LIKE 'turn:%'`),
    )
    expect(rows).toEqual([{ turns: 1 }])
    expect(new Set((await heard()).flat())).toEqual(new Set(['Eu me chamo Beatriz Nogueira.']))
  })

  it('HEAR-03 is owned up to when its text has not come in twenty seconds, once, and no engine is asked', async () => {
    const tell = held('Tarde demais')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitUntil(() => llm.sounds.length)
    const ahead = await waitUntil(
      () => aheadOf(id),
      (seconds) => seconds > 15,
    )
    expect(ahead).toBeGreaterThanOrEqual(19)
    expect(ahead).toBeLessThanOrEqual(20.5)
    expect(await answersTo(id)).toEqual([])
    await waitItOut()
    expect(await answered(id, 1)).toEqual([UNHEARD])
    expect(llm.requests).toHaveLength(0)
    await sendTextAsVisitor(lead, tenant.agentId, 'Deixa, eu escrevo')
    await answered(id, 2)
    tell()
    await waitForTranscript(staff, id)
    await waitUntil(turnsDone)
    expect(await answersTo(id)).toEqual([UNHEARD, 'Certo.'])
  })

  it('HEAR-08 in which nothing is said is told so, and not answered as words', async () => {
    llm.transcribe(() => SILENCE_TRANSCRIPTION)
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await answered(id, 1)).toEqual([NO_SPEECH])
    expect(llm.requests).toHaveLength(0)
  })

  it('HEAR-04 whose text comes late gets one turn more, where nobody has written since', async () => {
    const tell = held('Meu nome é Beatriz.')
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitUntil(() => llm.sounds.length)
    await waitItOut()
    await answered(id, 1)
    await waitUntil(turnsDone)
    tell()
    expect(await answered(id, 2)).toEqual([UNHEARD, 'Certo.'])
    // The answer that admitted not hearing has no transcript as its source, even after the transcript arrived.
    expect(await heard()).toEqual([[], ['Meu nome é Beatriz.']])
    expect(askedLast()).toContain('Meu nome é Beatriz.')
    await waitUntil(turnsDone)
    expect(llm.requests).toHaveLength(1)
  })

  it('HEAR-04 and none where somebody has, or where it comes more than ten minutes late @wide', async () => {
    const tell = held('Meu nome é Beatriz.')
    const [first, other] = [lead, await test.client()]
    const ids = [await sendVoiceNoteAsVisitor(first, tenant.agentId), await sendVoiceNoteAsVisitor(other, tenant.agentId)]
    await waitUntil(() => llm.sounds.length >= 2)
    await waitItOut()
    for (const id of ids) await answered(id, 1)
    await sendTextAsVisitor(first, tenant.agentId, 'Deixa pra lá')
    await answered(ids[0] ?? '', 2)
    test.advance(600_000)
    tell()
    for (const id of ids) await waitForTranscript(staff, id)
    await waitUntil(turnsDone)
    expect(await answersTo(ids[0] ?? '')).toEqual([UNHEARD, 'Certo.'])
    expect(await answersTo(ids[1] ?? '')).toEqual([UNHEARD])
  })
})

describe('HEAR-09 what was only said', () => {
  const leadOf = async (id: string) => {
    const { leadId } = await getConversationIdsOfMessage(test, id)
    const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT email, phone FROM leads WHERE id = ${leadId}`))
    return rows[0]
  }

  it('is said back before the playbook writes it down, and written down once the lead says yes @wide', async () => {
    await byPlaybook()
    llm.transcribe(() => ({ text: 'Me chama no e-mail beatriz@exemplo.com, meu orçamento é 350 mil reais.' }))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await answered(id, 1)).toEqual(['Entendi R$ 350 mil; beatriz@exemplo.com, certo?'])
    expect((await leadOf(id))?.email).toBeNull()
    await sendTextAsVisitor(lead, tenant.agentId, 'Isso mesmo')
    await answered(id, 2)
    expect((await leadOf(id))?.email).toBe('beatriz@exemplo.com')
  })

  it('and is let go where the lead says no @wide', async () => {
    await byPlaybook()
    llm.transcribe(() => ({ text: 'Meu e-mail é beatriz@exemplo.com' }))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await answered(id, 1)).toEqual(['Entendi beatriz@exemplo.com, certo?'])
    await sendTextAsVisitor(lead, tenant.agentId, 'Não')
    expect((await answered(id, 2)).at(-1)).toBe('Desculpe, entendi errado. Pode me dizer de novo?')
    await sendTextAsVisitor(lead, tenant.agentId, 'É bia@exemplo.com')
    await answered(id, 3)
    expect((await leadOf(id))?.email).toBe('bia@exemplo.com')
  })

  it('is said back before a model’s tool acts on it, and acted on once the lead goes on @wide', async () => {
    llm.transcribe(() => ({ text: 'Meu e-mail é beatriz arroba exemplo ponto com' }))
    llm.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Anotado!' }
        : { calls: [{ name: 'update_lead', args: { email: 'beatriz@exemplo.com' } }] },
    )
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await answered(id, 1)).toEqual(['Entendi beatriz@exemplo.com, certo?'])
    expect((await leadOf(id))?.email).toBeNull()
    await sendTextAsVisitor(lead, tenant.agentId, 'Sim')
    expect((await answered(id, 2)).at(-1)).toBe('Anotado!')
    expect((await leadOf(id))?.email).toBe('beatriz@exemplo.com')
  })
})
