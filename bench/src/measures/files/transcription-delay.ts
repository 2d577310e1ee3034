import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { openLlmDouble } from '../../../../apps/server/src/testing/doubles/llm/llm-double.ts'
import { createUniqueVoiceNote } from '../../../../apps/server/src/testing/files/unique-voice-note.ts'
import { getQuantile } from '../../statistics.ts'
import { startDedicatedInstallation } from '../../support/dedicated-installation.ts'
import type { HttpCaller } from '../../support/http-caller.ts'
import { createMeasureOnBothDatabases } from '../../support/measure-on-both-databases.ts'
import { uploadAsCaller } from '../../support/upload.ts'

const TRANSCRIPTION_FIGURE = 'stored sound to its stored text beside the transcriber, p95 (HEAR-05)'
const VOICE_NOTE_COUNT = 60
/** Number of warm-up voice notes. */
const WARM_UP_COUNT = 10
/** Milliseconds that the transcription double needs per voice note. */
const TRANSCRIBER_DELAY_MS = 50
const POLL_INTERVAL_MS = 5
const TIMEOUT_MS = 30_000

/** Users send voice notes one after another: measures the time from the answer to the stored message until the transcript is available. */
export const transcriptionDelayMeasure = createMeasureOnBothDatabases('voices', [TRANSCRIPTION_FIGURE], async (server) => {
  const transcriber = await openLlmDouble()
  transcriber.transcribe(() => ({ until: wait(TRANSCRIBER_DELAY_MS) }))
  const office = await startDedicatedInstallation(
    server,
    { people: VOICE_NOTE_COUNT, conversations: VOICE_NOTE_COUNT },
    transcriber.transcribeEnv,
  )
  try {
    const times: number[] = []
    for (const [n, person] of office.people.entries()) {
      const { leadId, conversationId } = office.world.conversations[n] ?? {}
      times.push(await measureTranscriptionDelay(person, `/api/conversations/lead/${leadId}/${conversationId}/messages`))
    }
    return { [TRANSCRIPTION_FIGURE]: getQuantile(times.slice(WARM_UP_COUNT), 0.95) }
  } finally {
    await office.close()
    await transcriber.close()
  }
})

async function measureTranscriptionDelay(person: HttpCaller, path: string): Promise<number> {
  const file_id = await uploadAsCaller(person, createUniqueVoiceNote(), 'voz.ogg', 'audio/ogg')
  const key = { [HTTP_HEADERS.idempotencyKey]: randomUUID() }
  const { body } = await person.write('POST', path, { content: '', file_id, as: 'voice' }, key)
  const from = performance.now()
  const id = sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? ''
  for (; performance.now() - from < TIMEOUT_MS; await wait(POLL_INTERVAL_MS)) {
    const { data } = getTranscript.answer.parse(JSON.parse(await person.read(`/api/messages/${id}/transcript`)))
    if (data.state === 'done') return performance.now() - from - TRANSCRIBER_DELAY_MS
  }
  throw new Error('A sound had no text after half a minute')
}
