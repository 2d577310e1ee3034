import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { getTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { Transcript } from '@prosa/contract/entities/conversations/transcript'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type LlmDouble, openLlmDouble } from '../doubles/llm/llm-double.ts'
import { createUniqueVoiceNote } from '../files/unique-voice-note.ts'
import { uploadFileAsVisitor } from '../files/upload-file.ts'
import type { Client } from '../harness/client.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { getConversationIdsOfMessage } from './conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from './factories.ts'

/** A server with transcription and, if requested, a model for its agents. */
export interface TranscriptionFixture {
  test: TestApp
  llm: LlmDouble
  /** Creates another organisation with a signed-in staff member and a web-chat visitor. Clears the double's requests. */
  place: () => Promise<{ tenant: TestTenant; staff: Client; lead: Client }>
  close: () => Promise<void>
}

export async function createTranscriptionFixture(env: (llm: LlmDouble) => Record<string, string>): Promise<TranscriptionFixture> {
  const llm = await openLlmDouble()
  const test = await startTestApp({ ...llm.transcribeEnv, ...env(llm) })
  return {
    test,
    llm,
    place: async () => {
      const tenant = await createTenant(test)
      llm.requests.length = 0
      llm.sounds.length = 0
      llm.behave(() => ({ text: 'Certo.' }))
      llm.transcribe(() => ({ text: 'Quero o de três quartos.' }))
      return { tenant, staff: await test.client(tenant.staff.phone), lead: await test.client() }
    },
    close: async () => {
      await test.close()
      await llm.close()
    },
  }
}

/**
 * Sends a voice note as a web-chat visitor.
 * @returns the message's id
 */
export async function sendVoiceNoteAsVisitor(
  visitor: Client,
  agentId: string,
  bytes: Uint8Array = createUniqueVoiceNote(),
): Promise<string> {
  const file_id = await uploadFileAsVisitor(visitor, agentId, bytes, 'voz.ogg')
  const { data } = await visitor.call(sendWebchatMessage, {
    params: { agentId },
    body: { content: '', file_id, as: 'voice' },
    headers: { 'idempotency-key': uuid() },
  })
  return data.message.message_id
}

/**
 * Sends a text as a web-chat visitor.
 * @returns the message's id
 */
export async function sendTextAsVisitor(visitor: Client, agentId: string, content: string): Promise<string> {
  const { data } = await visitor.call(sendWebchatMessage, {
    params: { agentId },
    body: { content },
    headers: { 'idempotency-key': uuid() },
  })
  return data.message.message_id
}

/** Waits until the message's transcript is no longer pending, and returns it. */
export const waitForTranscript = (staff: Client, messageId: string): Promise<Transcript> =>
  waitUntil(
    async () => (await staff.call(getTranscript, { params: { messageId } })).data,
    ({ state }) => state !== 'waiting',
  )

/** Returns the agent's answers in the conversation of this message. */
export async function fetchAgentAnswers(test: TestApp, staff: Client, messageId: string): Promise<string[]> {
  const { history } = (await staff.call(getConversation, { params: await getConversationIdsOfMessage(test, messageId) })).data
  return history.filter(({ role }) => role === 'AI').map(({ content }) => content)
}

/** Whether the organisation has no pending agent turn. */
export async function hasNoPendingTurn(test: TestApp, tenantId: string): Promise<boolean> {
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'agent-turn' AND state IN ('created', 'active', 'retry')
      AND data->>'tenantId' = ${tenantId}`),
  )
  return rows[0]?.left === 0
}
