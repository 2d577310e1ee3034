import { me } from '@prosa/contract/calls/auth'
import { getConversation } from '@prosa/contract/calls/conversations'
import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/transcripts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getConversationIdsOfMessage } from '../../../testing/conversation-ids-of-message.ts'
import { createTenant } from '../../../testing/factories.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendVoiceNoteAsVisitor } from '../../../testing/transcription-fixture.ts'
import { waitUntil } from '../../../testing/wait-until.ts'

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
