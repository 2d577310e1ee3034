import { expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { buildMessage } from '../../testing/factories.ts'

it.each([
  ['is shut although the lead has just written', -1_000, true],
  ['is open', 60_000, false],
])('WIRE-26 the composer %s where the provider says so', async (_what, closesInMs, isShut) => {
  const desk = createConversationFixture()
  const window_closes_at = new Date(Date.now() + closesInMs).toISOString()
  const history = [buildMessage({ timestamp: new Date().toISOString() })]
  await desk.open({ conversation: { channel: 'whatsapp', window_closes_at }, history })
  expect((await desk.findComposerBox()).disabled).toBe(isShut)
})
