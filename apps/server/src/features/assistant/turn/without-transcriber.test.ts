import { me } from '@prosa/contract/calls/accounts/auth'
import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import { sendVoiceNoteAsVisitor } from '../../../testing/worlds/transcription-fixture.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
})
afterAll(() => test.close())

it('HEAR-14 where nobody transcribes the agent says that it only reads, and nothing is offered', async () => {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  expect((await staff.call(me)).data.capabilities).not.toContain('transcripts')
  const messageId = await sendVoiceNoteAsVisitor(await test.client(), tenant.agentId)
  const params = await getConversationIdsOfMessage(test, messageId)
  const said = 'Recebi seu áudio! Por aqui eu ainda só consigo ler, então me responde por escrito, por favor.'
  const history = await waitUntil(
    async () => (await staff.call(getConversation, { params })).data.history,
    (found) => found.some(({ content }) => content.includes(said)),
  )
  expect(history[0]).not.toHaveProperty('transcript')
  for (const call of [getTranscript, requestAudioTranscript])
    expect(await staff.refused(call, { params: { messageId } })).toMatchObject({ status: 501 })
})
