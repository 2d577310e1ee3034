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

export type TranscribeDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'log' | 'metrics' | 'transcriber' | 'files'>

export interface TranscribePorts {
  costs: Pick<Costs, 'transcribed' | 'limit'>
  files: Pick<Files, 'ofMessage' | 'withBytes' | 'besideName'>
  knowledge: Pick<Knowledge, 'productNames'>
}

/** Maximum number of requests to the transcription service per audio: one, and one more after an error or a crash. */
const MAX_CALLS = 2
const RETRY_DELAY_MS = 1_000
/** Maximum length of the prompt in characters. Transcription services use only about 220 tokens of a prompt. */
const MAX_PROMPT_CHARS = 600

/** Input of the transcription service: the audio, and a prompt with product names. */
interface TranscriptionInput {
  sound: StoredFileRow
  prompt: string
}

/**
 * Transcribes an audio message. Counts each request before it is sent and stores its result at once, so that a crash costs at most one paid
 * request, and a stored result is never requested again (HEAR-06).
 */
export async function transcribeAudio(
  deps: TranscribeDeps,
  ports: TranscribePorts,
  { tenantId, messageId }: JobPayloads['transcribe'],
  signal: AbortSignal,
): Promise<void> {
  const { transcriber, log } = deps
  const job = { tenantId, messageId, name: ports.files.besideName(messageId) }
  const jotted = await readResultFile(deps, job)
  if (jotted) return storePaidResult(deps, ports, job, jotted)
  for (;;) {
    const next = await deps.db.tenant(tenantId, (tx) => claimTranscription(tx, deps, ports, { tenantId, messageId }))
    if (!next || !transcriber) return
    try {
      const learned = await requestTranscription(deps, transcriber, ports, next, signal)
      await writeResultFile(deps, job, learned)
      return await storePaidResult(deps, ports, job, learned)
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

/** Job that transcribes an audio, and the name of the file that contains the result until the result is in the database. */
type TranscriptionJob = JobPayloads['transcribe'] & { name: string }

/**
 * Writes the result to a file before the database, because a busy database may delay it, and a paid result must not be requested twice.
 */
const writeResultFile = (
  { files }: TranscribeDeps,
  { tenantId, name }: TranscriptionJob,
  learned: TranscriptionResult,
): Promise<void> => files.put(tenantId, name, Buffer.from(JSON.stringify(learned)))

async function readResultFile(
  { files }: TranscribeDeps,
  { tenantId, name }: TranscriptionJob,
): Promise<TranscriptionResult | null> {
  if ((await files.sizeOf(tenantId, name)) === null) return null
  // Another attempt of the job may have stored the result and removed the file meanwhile.
  const text = await files.withBlob(tenantId, name, (bytes) => bytes.text()).catch(() => null)
  return text === null ? null : (storedResult.safeParse(tryParseJson(text)).data ?? null)
}

async function storePaidResult(
  deps: TranscribeDeps,
  { costs }: TranscribePorts,
  job: TranscriptionJob,
  learned: TranscriptionResult,
): Promise<void> {
  const { tenantId, messageId } = job
  await deps.db.tenant(tenantId, async (tx) => {
    await storeResultIfWaiting(tx, deps, job, learned)
    // The request must be paid for even if the transcript is no longer needed.
    await costs.transcribed(tx, { tenantId, messageId, seconds: learned.durationS, at: deps.clock.now() })
  })
  await deps.files.remove(job.tenantId, job.name)
}

/**
 * Counts one more request to the transcription service and returns its input. Returns null if no request must be sent, because the
 * transcript is already stored, is not needed, or was given up here.
 */
async function claimTranscription(
  tx: Tx,
  deps: TranscribeDeps,
  { files, knowledge, costs }: TranscribePorts,
  { tenantId, messageId }: JobPayloads['transcribe'],
): Promise<TranscriptionInput | null> {
  const held = await lockWaitingTranscript(tx, tenantId, messageId)
  if (!held) return null
  const { row, message } = held
  const settle = async (learned: TranscriptionResult): Promise<null> => {
    await storeTranscriptionResult(tx, deps, message, learned)
    return null
  }
  const [twin] = await tx.db
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
  if (twin) return settle(twin)
  // When the tenant's monthly cost limit is reached, audio is transcribed only at a user's request (COST-05).
  if (row.askedBy === null && (await costs.limit(tx, tenantId))?.atLimit === 'save') return settle(SKIPPED_TRANSCRIPTION)
  const sound = await files.ofMessage(tx, tenantId, messageId)
  if (!sound || !deps.transcriber || row.calls >= MAX_CALLS) return settle(FAILED_TRANSCRIPTION)
  await tx.db
    .update(transcripts)
    .set({ calls: row.calls + 1 })
    .where(whereTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
  return { sound, prompt: await buildSpellingPrompt(tx, knowledge, message) }
}

/**
 * Locks and returns a transcript that is still waiting, with its message. Returns null if the transcript is finished or the message was
 * deleted.
 */
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
  const names = agent ? await knowledge.productNames(tx, tenantId, agent.id) : []
  let prompt = ''
  for (const name of names) {
    const longer = prompt === '' ? name : `${prompt}, ${name}`
    if (longer.length > MAX_PROMPT_CHARS) break
    prompt = longer
  }
  return prompt
}

async function requestTranscription(
  { metrics, config }: TranscribeDeps,
  transcriber: Transcriber,
  { files }: TranscribePorts,
  { sound, prompt }: TranscriptionInput,
  signal: AbortSignal,
): Promise<TranscriptionResult> {
  const heard = await files.withBytes(sound, (bytes) =>
    transcriber.transcribe({ bytes, filename: getFilename(sound), prompt, signal }),
  )
  const seconds = heard.duration ?? (sound.durationMs === null ? null : sound.durationMs / 1_000)
  metrics?.transcribed({ seconds: seconds ?? 0, cost: ((config.transcribe?.price ?? 0) * (seconds ?? 0)) / 60 })
  return toTranscriptionResult(heard, seconds)
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

function toTranscriptionResult(heard: Transcription, seconds: number | null): TranscriptionResult {
  const { language, text } = heard
  const about = { language: language === null ? null : stripUnstorableCharacters(language), durationS: seconds }
  if (isSilentAudio(heard)) return { state: 'empty', text: '', segments: [], ...about }
  const segments = heard.segments.map(({ start, end, text }) => ({ start, end, text: stripUnstorableCharacters(text.trim()) }))
  return {
    state: 'done',
    text: stripUnstorableCharacters(text.trim()),
    segments: segments.filter(({ text }) => text !== ''),
    ...about,
  }
}

/**
 * Stores the result of a transcription, unless the transcript is no longer needed, because the lead was erased or deleted the message.
 */
async function storeResultIfWaiting(
  tx: Tx,
  deps: TranscribeDeps,
  { tenantId, messageId }: JobPayloads['transcribe'],
  learned: TranscriptionResult,
): Promise<void> {
  const held = await lockWaitingTranscript(tx, tenantId, messageId)
  if (held) await storeTranscriptionResult(tx, deps, held.message, learned)
}
