import { getConversation, listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { openWebchat } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import { SILENCE_TRANSCRIPTION } from '../../../testing/doubles/llm/transcription-double.ts'
import { aVoice, createUniqueVoiceNote } from '../../../testing/files/unique-voice-note.ts'
import { uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import {
  createTranscriptionFixture,
  sendTextAsVisitor,
  sendVoiceNoteAsVisitor,
  type TranscriptionFixture,
  waitForTranscript,
} from '../../../testing/worlds/transcription-fixture.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }
import { transcribeAudio } from './transcribe-audio.ts'

let voices: TranscriptionFixture
let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
let lead: Client

beforeAll(async () => {
  voices = await createTranscriptionFixture(() => ({ TRANSCRIBE_PRICE: '0.006', AGENT_PACE: '0.1' }))
  ;({ test, llm } = voices)
})
afterAll(() => voices.close())
beforeEach(async () => {
  ;({ tenant, staff, lead } = await voices.place())
})

const params = (messageId: string) => ({ params: { messageId } })
const listed = async () => {
  const answer = await staff.call(listConversations, { params: { agentId: tenant.agentId } })
  return answer.data.conversations[0]
}
const messageOf = async (id: string) => {
  const { history } = (await staff.call(getConversation, { params: await getConversationIdsOfMessage(test, id) })).data
  return history.find(({ message_id }) => message_id === id)
}

describe('a voice message', () => {
  it('becomes text, which its message says, and the list where it came last', async () => {
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await waitForTranscript(staff, id)).toMatchObject({
      message_id: id,
      state: 'done',
      text: 'Quero o de três quartos.',
      language: 'portuguese',
      duration_s: 3,
      segments: [{ start: 0, end: 3, text: 'Quero o de três quartos.' }],
      asked_by: null,
    })
    expect(await messageOf(id)).toMatchObject({ transcript: { state: 'done', text: 'Quero o de três quartos.' } })
    expect((await listed())?.last_message_preview).toBe('Áudio: Quero o de três quartos.')
    const { messages } = (await lead.call(openWebchat, { params: { agentId: tenant.agentId } })).data
    expect(JSON.stringify(messages)).not.toContain('três quartos')
  })

  it('of the team becomes text too, and one that something was written after leaves the list as it is', async () => {
    await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    const place = await getConversationIdsOfMessage(test, await sendTextAsVisitor(lead, tenant.agentId, 'Oi'))
    const file_id = await uploadFile(staff, createUniqueVoiceNote(), 'voz.ogg')
    const { data } = await staff.call(sendMessage, { params: place, body: { content: '', file_id, as: 'voice' } })
    const message = data?.message
    expect(message?.transcript).toEqual({ state: 'waiting', text: '' })
    expect((await waitForTranscript(staff, message?.message_id ?? '')).state).toBe('done')
    await sendTextAsVisitor(lead, tenant.agentId, 'Entendi')
    expect((await listed())?.last_message_preview).toBe('Entendi')
  })

  it('HEAR-07 of the same sound is asked for once in an organisation, and once more in another', async () => {
    const bytes = createUniqueVoiceNote()
    const ids = [
      await sendVoiceNoteAsVisitor(lead, tenant.agentId, bytes),
      await sendVoiceNoteAsVisitor(await test.client(), tenant.agentId, bytes),
    ]
    for (const id of ids) expect((await waitForTranscript(staff, id)).text).toBe('Quero o de três quartos.')
    expect(llm.sounds).toHaveLength(1)
    const other = await createTenant(test)
    const theirs = await sendVoiceNoteAsVisitor(await test.client(), other.agentId, bytes)
    expect((await waitForTranscript(await test.client(other.staff.phone), theirs)).state).toBe('done')
    expect(llm.sounds).toHaveLength(2)
  })

  it('HEAR-08 in which nobody speaks is empty, whatever the transcriber makes up', async () => {
    expect(PHANTOMS.length).toBeGreaterThanOrEqual(12)
    llm.transcribe(() => SILENCE_TRANSCRIPTION)
    const silent = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect(await waitForTranscript(staff, silent)).toMatchObject({ state: 'empty', text: '', segments: [] })
    expect((await messageOf(silent))?.transcript).toEqual({ state: 'empty', text: '' })
    expect((await listed())?.last_message_preview).toBe('Áudio')
  })

  it('that the transcriber fails at is asked for once more, and then given up @wide', async () => {
    llm.transcribe((_, n) => (n === 0 ? { fails: { status: 429 } } : { text: 'Agora foi' }))
    expect(await waitForTranscript(staff, await sendVoiceNoteAsVisitor(lead, tenant.agentId))).toMatchObject({
      state: 'done',
      text: 'Agora foi',
    })
    llm.sounds.length = 0
    llm.transcribe(() => ({ fails: { status: 503 } }))
    expect((await waitForTranscript(staff, await sendVoiceNoteAsVisitor(lead, tenant.agentId))).state).toBe('failed')
    expect(llm.sounds).toHaveLength(2)
  })

  it('HEAR-06 is asked for once more after a crash, never a third time, and not again once its text is kept', async () => {
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitForTranscript(staff, id)
    const { tenantId } = tenant
    const cutOff = (calls: number) =>
      test.deps.db.tenant(tenantId, (tx) =>
        tx.db.execute(
          sql`UPDATE transcripts SET state = 'waiting', sha256 = 'unlike any', calls = ${calls} WHERE message_id = ${id}`,
        ),
      )
    const begun = () => {
      const { costs, files } = test.app.modules
      const ports = { costs, files, knowledge: { listProductNames: async () => ['Residencial Aurora', 'Vila Nova'] } }
      return transcribeAudio(test.deps, ports, { tenantId, messageId: id }, new AbortController().signal)
    }
    llm.sounds.length = 0
    await begun()
    expect(llm.sounds).toHaveLength(0)
    await cutOff(1)
    await begun()
    expect(llm.sounds).toMatchObject([{ prompt: 'Residencial Aurora, Vila Nova', filename: 'voz.ogg' }])
    // State after the service answered and the process ended before storing the result.
    await cutOff(1)
    const said = { state: 'done', text: 'Gravado', language: null, durationS: 2, segments: [] }
    await test.deps.fileStore.put(tenantId, `beside/${id}`, Buffer.from(JSON.stringify(said)))
    // State after the file was fetched again: it is stored, and the temporary file is deleted.
    await test.deps.fileStore.remove(tenantId, `incoming/${id}`)
    await begun()
    expect(llm.sounds).toHaveLength(1)
    expect(await waitForTranscript(staff, id)).toMatchObject({ state: 'done', text: 'Gravado' })
    expect(await test.deps.fileStore.getSize(tenantId, `beside/${id}`)).toBeNull()
    await cutOff(2)
    await begun()
    expect(llm.sounds).toHaveLength(1)
    expect((await waitForTranscript(staff, id)).state).toBe('failed')
  })

  it('HEAR-10 that failed is asked for by a person, once though it be pressed twice; any other is not', async () => {
    llm.transcribe(() => ({ fails: { status: 400 } }))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    expect((await waitForTranscript(staff, id)).state).toBe('failed')
    llm.sounds.length = 0
    llm.transcribe(() => ({ text: 'Enfim' }))
    const answers = await Promise.all([
      staff.call(requestAudioTranscript, params(id)),
      staff.call(requestAudioTranscript, params(id)),
    ])
    expect(answers.map(({ data }) => data.asked_by)).toEqual([tenant.staff.id, tenant.staff.id])
    expect(await waitForTranscript(staff, id)).toMatchObject({ state: 'done', text: 'Enfim', asked_by: tenant.staff.id })
    expect((await staff.call(requestAudioTranscript, params(id))).data.state).toBe('done')
    expect(llm.sounds).toHaveLength(1)
  })

  it('HEAR-10 of more than ten minutes waits until somebody asks for it', async () => {
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId, Buffer.concat([aVoice(601), Buffer.from('long')]))
    expect((await staff.call(getTranscript, params(id))).data.state).toBe('skipped')
    expect(llm.sounds).toHaveLength(0)
    await staff.call(requestAudioTranscript, params(id))
    expect((await waitForTranscript(staff, id)).state).toBe('done')
  })

  it('HEAR-13 is in the lead’s export with its text, and erased with it from rows, message and list', async () => {
    llm.transcribe(() => ({ text: 'Meu segredo é Canario91.' }))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await waitForTranscript(staff, id)
    const { leadId } = await getConversationIdsOfMessage(test, id)
    await test.deps.fileStore.put(tenant.tenantId, `beside/${id}`, Buffer.from('Canario91'))
    const { data } = await staff.call(exportLead, { params: { id: leadId } })
    expect(data.transcripts).toMatchObject([{ message_id: id, text: 'Meu segredo é Canario91.', duration_s: 3 }])
    await staff.call(eraseLead, { params: { id: leadId } })
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`
        SELECT (SELECT count(*) FROM transcripts WHERE message_id = ${id})::int AS kept,
          (SELECT count(*) FROM messages m WHERE m::text LIKE '%Canario91%')::int AS said,
          (SELECT count(*) FROM conversations c WHERE c::text LIKE '%Canario91%')::int AS shown`),
    )
    expect(rows).toEqual([{ kept: 0, said: 0, shown: 0 }])
    expect(await staff.refused(getTranscript, params(id))).toMatchObject({ status: 404 })
    await expect.poll(() => test.deps.fileStore.getSize(tenant.tenantId, `beside/${id}`)).toBeNull()
  })

  it('HEAR-13 whose lead is erased while it is being transcribed stays erased', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    llm.transcribe((_, n) => (n === 0 ? { until: promise, text: 'Canario92' } : {}))
    const id = await sendVoiceNoteAsVisitor(lead, tenant.agentId)
    await expect.poll(() => llm.sounds.length).toBe(1)
    await staff.call(eraseLead, { params: { id: (await getConversationIdsOfMessage(test, id)).leadId } })
    resolve()
    await expect.poll(() => llm.sounds[0]?.answered).toBe(true)
    // The next audio is transcribed after it.
    await waitForTranscript(staff, await sendVoiceNoteAsVisitor(await test.client(), tenant.agentId))
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT count(*)::int AS said FROM messages m WHERE m::text LIKE '%Canario92%'`),
    )
    expect(rows).toEqual([{ said: 0 }])
  })
})
