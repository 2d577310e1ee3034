import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations'
import { getTranscript } from '@prosa/contract/calls/transcripts'
import { HEADERS } from '@prosa/contract/http'
import { openLlmDouble } from '../../../apps/server/src/testing/llm-double.ts'
import { newVoice } from '../../../apps/server/src/testing/sounds.ts'
import { quantile } from '../statistics.ts'
import type { Caller } from '../support/http.ts'
import { onBoth } from '../support/on-both.ts'
import { openOwnOffice } from '../support/own-office.ts'
import { bring } from '../support/upload.ts'

const TEXT = 'stored sound to its stored text beside the transcriber, p95 (HEAR-05)'
const SOUNDS = 60
/** Number of warm-up voice notes. */
const WARM = 10
/** Milliseconds that the transcription double needs per voice note. */
const ENDPOINT_MS = 50
const LOOK_MS = 5
const MOST_MS = 30_000

/** Users send voice notes one after another: measures the time from the answer to the stored message until the transcript is available. */
export const voices = onBoth('voices', [TEXT], async (server) => {
  const transcriber = await openLlmDouble()
  transcriber.transcribe(() => ({ until: wait(ENDPOINT_MS) }))
  const office = await openOwnOffice(server, { people: SOUNDS, conversations: SOUNDS }, transcriber.transcribeEnv)
  try {
    const times: number[] = []
    for (const [n, person] of office.people.entries()) {
      const { leadId, conversationId } = office.world.conversations[n] ?? {}
      times.push(await untilText(person, `/api/conversations/lead/${leadId}/${conversationId}/messages`))
    }
    return { [TEXT]: quantile(times.slice(WARM), 0.95) }
  } finally {
    await office.close()
    await transcriber.close()
  }
})

async function untilText(person: Caller, path: string): Promise<number> {
  const file_id = await bring(person, newVoice(), 'voz.ogg', 'audio/ogg')
  const key = { [HEADERS.idempotencyKey]: randomUUID() }
  const { body } = await person.write('POST', path, { content: '', file_id, as: 'voice' }, key)
  const from = performance.now()
  const id = sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? ''
  for (; performance.now() - from < MOST_MS; await wait(LOOK_MS)) {
    const { data } = getTranscript.answer.parse(JSON.parse(await person.read(`/api/messages/${id}/transcript`)))
    if (data.state === 'done') return performance.now() - from - ENDPOINT_MS
  }
  throw new Error('A sound had no text after half a minute')
}
