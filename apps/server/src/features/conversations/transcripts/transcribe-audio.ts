import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Transcriber, Transcription } from '../../../platform/external-services/transcriber.ts'
import { TranscriptionFailure } from '../../../platform/external-services/transcriber.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { tryParseJson } from '../../../platform/json/json.ts'
import { stripUnstorableCharacters } from '../../../platform/json/storable-json.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Files, StoredFileRow } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import type { MessageRow } from '../ports.ts'
import { isSilentAudio } from './is-silent-audio.ts'
import {
  FAILED_TRANSCRIPTION,
  SKIPPED_TRANSCRIPTION,
  storeTranscriptionResult,
  type TranscriptionResult,
} from './store-transcription-result.ts'

export type TranscribeDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'log' | 'metrics' | 'transcriber' | 'fileStore'>

export interface TranscribePorts {
  costs: Pick<Costs, 'recordTranscription' | 'getReachedLimit'>
  files: Pick<Files, 'findByMessage' | 'withBytes' | 'getReaderResultName'>
  knowledge: Pick<Knowledge, 'listProductNames'>
}

/** Maximum number of requests to the transcription service per audio: the first one, and one retry after an error or a crash. */
const MAX_CALLS = 2
const RETRY_DELAY_MS = 1_000
/** Maximum length of the prompt in characters. Transcription services use only about 220 tokens of it. */
const MAX_PROMPT_CHARS = 600

/** Input of the transcription service. `prompt`: product names, to improve their spelling. */
interface TranscriptionInput {
  audioFile: StoredFileRow
  prompt: string
}

/**
 * Transcribes an audio message. Counts each request before sending it and saves its result to a file at once. A crash thereby costs at most
 * one paid request, and a saved result is never requested again (HEAR-06).
 */
export async function transcribeAudio(
  deps: TranscribeDeps,
  ports: TranscribePorts,
  { tenantId, messageId }: JobPayloads['transcribe'],
  signal: AbortSignal,
): Promise<void> {
  const { transcriber, log } = deps
  const job = { tenantId, messageId, name: ports.files.getReaderResultName(messageId) }
  const savedResult = await readResultFile(deps, job)
  if (savedResult) return storePaidResult(deps, ports, job, savedResult)
  for (;;) {
    const input = await deps.db.tenant(tenantId, (tx) => claimTranscription(tx, deps, ports, { tenantId, messageId }))
    if (!input || !transcriber) return
    try {
      const result = await requestTranscription(deps, transcriber, ports, input, signal)
      await writeResultFile(deps, job, result)
      return await storePaidResult(deps, ports, job, result)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TranscriptionFailure)) throw error
      log.warn({ messageId, err: error }, 'a sound was not transcribed')
      if (error.kind === 'never')
        return deps.db.tenant(tenantId, (tx) => storeResultIfWaiting(tx, deps, { tenantId, messageId }, FAILED_TRANSCRIPTION))
      await wait(RETRY_DELAY_MS, undefined, { signal })
    }
  }
}

/** Marks the transcription of an audio message as failed, if it is still waiting. */
export const markTranscriptionFailed = (deps: TranscribeDeps, job: JobPayloads['transcribe']): Promise<void> =>
  deps.db.tenant(job.tenantId, (tx) => storeResultIfWaiting(tx, deps, job, FAILED_TRANSCRIPTION))

const storedResult = z.object({
  state: z.enum(['done', 'empty']),
  text: z.string(),
  language: z.nullable(z.string()),
  durationS: z.nullable(z.number()),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
})

/** Transcription job. `name`: name of the file that contains the result until the database stores it. */
type TranscriptionJob = JobPayloads['transcribe'] & { name: string }

/**
 * Saves the result to a file before it is stored in the database. A busy database may cause a delay, and a paid result must not be lost.
 */
const writeResultFile = (
  { fileStore }: TranscribeDeps,
  { tenantId, name }: TranscriptionJob,
  result: TranscriptionResult,
): Promise<void> => fileStore.put(tenantId, name, Buffer.from(JSON.stringify(result)))

async function readResultFile(
  { fileStore }: TranscribeDeps,
  { tenantId, name }: TranscriptionJob,
): Promise<TranscriptionResult | null> {
  if ((await fileStore.getSize(tenantId, name)) === null) return null
  // Another attempt of the job may have deleted the file meanwhile, after storing its result.
  const text = await fileStore.withBlob(tenantId, name, (bytes) => bytes.text()).catch(() => null)
  return text === null ? null : (storedResult.safeParse(tryParseJson(text)).data ?? null)
}

async function storePaidResult(
  deps: TranscribeDeps,
  { costs }: TranscribePorts,
  job: TranscriptionJob,
  result: TranscriptionResult,
): Promise<void> {
  const { tenantId, messageId } = job
  await deps.db.tenant(tenantId, async (tx) => {
    await storeResultIfWaiting(tx, deps, job, result)
    // The request must be paid for even if the transcript is no longer needed.
    await costs.recordTranscription(tx, { tenantId, messageId, seconds: result.durationS, at: deps.clock.now() })
  })
  await deps.fileStore.remove(job.tenantId, job.name)
}

/**
 * Counts one more request to the transcription service and returns its input. Returns null if no request must be sent, because the
 * transcript is no longer waiting or this function has stored its final result.
 */
async function claimTranscription(
  tx: Tx,
  deps: TranscribeDeps,
  { files, knowledge, costs }: TranscribePorts,
  { tenantId, messageId }: JobPayloads['transcribe'],
): Promise<TranscriptionInput | null> {
  const waitingTranscript = await lockWaitingTranscript(tx, tenantId, messageId)
  if (!waitingTranscript) return null
  const { row, message } = waitingTranscript
  const storeFinalResult = async (result: TranscriptionResult): Promise<null> => {
    await storeTranscriptionResult(tx, deps, message, result)
    return null
  }
  const [existingTranscript] = await tx.db
    .select({
      state: transcripts.state,
      text: transcripts.text,
      language: transcripts.language,
      durationS: transcripts.durationS,
      segments: transcripts.segments,
    })
    .from(transcripts)
    .where(whereTenant(transcripts, tenantId, eq(transcripts.sha256, row.sha256), inArray(transcripts.state, ['done', 'empty'])))
    .limit(1)
  if (existingTranscript) return storeFinalResult(existingTranscript)
  // When the tenant's monthly cost limit is reached, audio is transcribed only at a user's request (COST-05).
  if (row.askedBy === null && (await costs.getReachedLimit(tx, tenantId))?.atLimit === 'save')
    return storeFinalResult(SKIPPED_TRANSCRIPTION)
  const audioFile = await files.findByMessage(tx, tenantId, messageId)
  if (!audioFile || !deps.transcriber || row.calls >= MAX_CALLS) return storeFinalResult(FAILED_TRANSCRIPTION)
  await tx.db
    .update(transcripts)
    .set({ calls: row.calls + 1 })
    .where(whereTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
  return { audioFile, prompt: await buildSpellingPrompt(tx, knowledge, message) }
}

/** Locks and returns a waiting transcript and its message. Returns null if the transcript is finished or the message was deleted. */
async function lockWaitingTranscript(tx: Tx, tenantId: string, messageId: string) {
  const message = await lockMessageForUpdate(tx, tenantId, { id: messageId })
  if (!message || message.revokedAt) return null
  const [row] = await tx.db
    .select()
    .from(transcripts)
    .where(whereTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
    .for('update')
  return row?.state === 'waiting' ? { row, message } : null
}

/** Returns a prompt that lists product names, so that the transcription service spells them correctly. */
async function buildSpellingPrompt(tx: Tx, knowledge: TranscribePorts['knowledge'], message: MessageRow): Promise<string> {
  const { tenantId, conversationId } = message
  const [agent] = await tx.db
    .select({ id: agents.id })
    .from(conversations)
    .innerJoin(agents, whereTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const names = agent ? await knowledge.listProductNames(tx, tenantId, agent.id) : []
  let prompt = ''
  for (const name of names) {
    const extended = prompt === '' ? name : `${prompt}, ${name}`
    if (extended.length > MAX_PROMPT_CHARS) break
    prompt = extended
  }
  return prompt
}

async function requestTranscription(
  { metrics, config }: TranscribeDeps,
  transcriber: Transcriber,
  { files }: TranscribePorts,
  { audioFile, prompt }: TranscriptionInput,
  signal: AbortSignal,
): Promise<TranscriptionResult> {
  const transcription = await files.withBytes(audioFile, (bytes) =>
    transcriber.transcribe({ bytes, filename: getFilename(audioFile), prompt, signal }),
  )
  const seconds = transcription.duration ?? (audioFile.durationMs === null ? null : audioFile.durationMs / 1_000)
  metrics?.recordTranscription({ seconds: seconds ?? 0, cost: ((config.transcription?.price ?? 0) * (seconds ?? 0)) / 60 })
  return toTranscriptionResult(transcription, seconds)
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/webm': 'webm',
}

/** Returns a filename whose extension matches the MIME type. Transcription services detect the audio format by the extension. */
const getFilename = ({ mimeType }: Pick<StoredFileRow, 'mimeType'>): string =>
  `voz.${EXTENSIONS[mimeType.split(';')[0]?.trim() ?? ''] ?? 'ogg'}`

function toTranscriptionResult(transcription: Transcription, seconds: number | null): TranscriptionResult {
  const { language, text } = transcription
  const metadata = { language: language === null ? null : stripUnstorableCharacters(language), durationS: seconds }
  if (isSilentAudio(transcription)) return { state: 'empty', text: '', segments: [], ...metadata }
  const segments = transcription.segments.map(({ start, end, text }) => ({
    start,
    end,
    text: stripUnstorableCharacters(text.trim()),
  }))
  return {
    state: 'done',
    text: stripUnstorableCharacters(text.trim()),
    segments: segments.filter(({ text }) => text !== ''),
    ...metadata,
  }
}

/** Stores the result of a transcription if the transcript is still waiting. It is not if the lead was erased or deleted the message. */
async function storeResultIfWaiting(
  tx: Tx,
  deps: TranscribeDeps,
  { tenantId, messageId }: JobPayloads['transcribe'],
  result: TranscriptionResult,
): Promise<void> {
  const waitingTranscript = await lockWaitingTranscript(tx, tenantId, messageId)
  if (waitingTranscript) await storeTranscriptionResult(tx, deps, waitingTranscript.message, result)
}
