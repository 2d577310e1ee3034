import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import {
  createTranscriptionFixture,
  sendVoiceNoteAsVisitor,
  type TranscriptionFixture,
} from '../../../testing/worlds/transcription-fixture.ts'

let voices: TranscriptionFixture
let test: TestApp
let llm: LlmDouble
beforeAll(async () => {
  voices = await createTranscriptionFixture(() => ({ AGENT_PACE: '0.1' }))
  ;({ test, llm } = voices)
})
afterAll(() => voices.close())

const ENDPOINT_MS = 50

/**
 * Returns the median time from storing an audio to storing its transcript, without the service's delay, relative to the time of the three
 * calls that sent it.
 */
async function measure(sounds: number): Promise<number> {
  const tenant = await createTenant(test)
  const [stored, done] = [new Map<string, number>(), new Map<string, number>()]
  const ends = [
    test.deps.bus.on('message.stored', ({ message }) => void stored.set(message.message_id, performance.now())),
    test.deps.bus.on('message.changed', ({ message }) => {
      if (message.transcript?.state === 'done') done.set(message.message_id, performance.now())
    }),
  ]
  llm.transcribe(() => ({ until: new Promise((resolve) => setTimeout(resolve, ENDPOINT_MS)) }))
  const calls = new Map<string, number>()
  for (let n = 0; n < sounds; n += 1) {
    const visitor = await test.client()
    const begun = performance.now()
    const id = await sendVoiceNoteAsVisitor(visitor, tenant.agentId)
    calls.set(id, performance.now() - begun)
    await waitUntil(() => done.has(id))
  }
  for (const end of ends) end()
  const times = [...done]
    .map(([id, at]) => (at - (stored.get(id) ?? 0) - ENDPOINT_MS) / (calls.get(id) ?? Number.NaN))
    .sort((a, b) => a - b)
  expect(times).toHaveLength(sounds)
  return times[Math.floor(sounds / 2)] ?? Number.NaN
}

// Relative to the time of sending, because load on the machine affects both. The value was 1.6 without other load, and is much higher if
// the job waits for the queue's next poll. The benchmark (`voices`) measures the item's limit of 300 ms.
it('HEAR-05 a sound that is stored is text before ten times what its sending took, beside the transcriber', async () => {
  expect(await measure(6)).toBeLessThanOrEqual(10)
})
