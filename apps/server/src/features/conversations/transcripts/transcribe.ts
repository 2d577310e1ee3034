import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { agents, conversations } from '../../../kernel/db/schema/conversations.ts'
import { transcripts } from '../../../kernel/db/schema/transcripts.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import { readJson } from '../../../kernel/json.ts'
import { storable } from '../../../kernel/storable.ts'
import type { Transcriber, Transcription } from '../../../kernel/transcriber.ts'
import { TranscriptionFailure } from '../../../kernel/transcriber.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Files, KeptFile } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import type { MessageRow } from '../ports.ts'
import { holdMessage } from '../raise-delivery.ts'
import { FAILED, type Learned, SKIPPED, settleTranscript } from './settle-transcript.ts'
import { isSilent } from './silence.ts'

export type TranscribeDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'log' | 'metrics' | 'transcriber' | 'files'>

export interface TranscribePorts {
  costs: Pick<Costs, 'transcribed' | 'limit'>
  files: Pick<Files, 'ofMessage' | 'withBytes' | 'besideName'>
  knowledge: Pick<Knowledge, 'productNames'>
}

/** Maximum number of calls: one, and one more after an error or a crash. */
const CALLS_MAX = 2
const AGAIN_AFTER_MS = 1_000
/** Maximum prompt length: endpoints use only about 220 tokens of it. */
const PROMPT_CHARS = 600

/** Audio to transcribe, and the prompt for it. */
interface TakenUp {
  sound: KeptFile
  prompt: string
}

/**
 * Transcribes an audio message. Counts each call before it is made and stores its result at once, so a crash costs one call at most, and a
 * stored result is never requested again (HEAR-06).
 */
export async function transcribe(
  deps: TranscribeDeps,
  ports: TranscribePorts,
  { tenantId, messageId }: Jobs['transcribe'],
  signal: AbortSignal,
): Promise<void> {
  const { transcriber, log } = deps
  const job = { tenantId, messageId, name: ports.files.besideName(messageId) }
  const jotted = await readJotted(deps, job)
  if (jotted) return keepJotted(deps, ports, job, jotted)
  for (;;) {
    const next = await deps.db.tenant(tenantId, (tx) => takeUp(tx, deps, ports, { tenantId, messageId }))
    if (!next || !transcriber) return
    try {
      const learned = await listen(deps, transcriber, ports, next, signal)
      await jotDown(deps, job, learned)
      return await keepJotted(deps, ports, job, learned)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TranscriptionFailure)) throw error
      log.warn({ messageId, err: error }, 'a sound was not transcribed')
      if (error.kind === 'never') return deps.db.tenant(tenantId, (tx) => keep(tx, deps, { tenantId, messageId }, FAILED))
      await wait(AGAIN_AFTER_MS, undefined, { signal })
    }
  }
}

/** Marks the transcription of an audio message as failed. */
export const giveUpTranscript = (deps: TranscribeDeps, job: Jobs['transcribe']): Promise<void> =>
  deps.db.tenant(job.tenantId, (tx) => keep(tx, deps, job, FAILED))

const jotted = z.object({
  state: z.enum(['done', 'empty']),
  text: z.string(),
  language: z.nullable(z.string()),
  durationS: z.nullable(z.number()),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
})

/** Job of a transcript, and the name of the file that holds the result until it is in the database. */
type Jotting = Jobs['transcribe'] & { name: string }

/** Writes the result to disk first: a busy database may delay it, and a result must not be requested twice. */
const jotDown = ({ files }: TranscribeDeps, { tenantId, name }: Jotting, learned: Learned): Promise<void> =>
  files.put(tenantId, name, Buffer.from(JSON.stringify(learned)))

async function readJotted({ files }: TranscribeDeps, { tenantId, name }: Jotting): Promise<Learned | null> {
  if ((await files.sizeOf(tenantId, name)) === null) return null
  // Another attempt may have stored and removed it in the meantime.
  const text = await files.withBlob(tenantId, name, (bytes) => bytes.text()).catch(() => null)
  return text === null ? null : (jotted.safeParse(readJson(text)).data ?? null)
}

async function keepJotted(deps: TranscribeDeps, { costs }: TranscribePorts, job: Jotting, learned: Learned): Promise<void> {
  const { tenantId, messageId } = job
  await deps.db.tenant(tenantId, async (tx) => {
    await keep(tx, deps, job, learned)
    // The call was paid for, even if the transcript is no longer needed.
    await costs.transcribed(tx, { tenantId, messageId, seconds: learned.durationS, at: deps.clock.now() })
  })
  await deps.files.remove(job.tenantId, job.name)
}

/** Counts one more call. @returns null if no call is to be made; the transcript is then already settled */
async function takeUp(
  tx: Tx,
  deps: TranscribeDeps,
  { files, knowledge, costs }: TranscribePorts,
  { tenantId, messageId }: Jobs['transcribe'],
): Promise<TakenUp | null> {
  const held = await holdWaiting(tx, tenantId, messageId)
  if (!held) return null
  const { row, message } = held
  const settle = async (learned: Learned): Promise<null> => {
    await settleTranscript(tx, deps, message, learned)
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
    .where(ofTenant(transcripts, tenantId, eq(transcripts.sha256, row.sha256), inArray(transcripts.state, ['done', 'empty'])))
    .limit(1)
  if (twin) return settle(twin)
  // At the monthly limit, transcripts are only made at a user's request (COST-05).
  if (row.askedBy === null && (await costs.limit(tx, tenantId))?.atLimit === 'save') return settle(SKIPPED)
  const sound = await files.ofMessage(tx, tenantId, messageId)
  if (!sound || !deps.transcriber || row.calls >= CALLS_MAX) return settle(FAILED)
  await tx.db
    .update(transcripts)
    .set({ calls: row.calls + 1 })
    .where(ofTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
  return { sound, prompt: await promptFor(tx, knowledge, message) }
}

/** Locks and returns a waiting transcript with its message, or null if it is no longer needed. */
async function holdWaiting(tx: Tx, tenantId: string, messageId: string) {
  const message = await holdMessage(tx, tenantId, { id: messageId })
  if (!message || message.revokedAt) return null
  const [row] = await tx.db
    .select()
    .from(transcripts)
    .where(ofTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
    .for('update')
  return row?.state === 'waiting' ? { row, message } : null
}

/** Returns a prompt of product names, so that the transcriber spells them correctly. */
async function promptFor(tx: Tx, knowledge: TranscribePorts['knowledge'], message: MessageRow): Promise<string> {
  const { tenantId, conversationId } = message
  const [agent] = await tx.db
    .select({ id: agents.id })
    .from(conversations)
    .innerJoin(agents, ofTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const names = agent ? await knowledge.productNames(tx, tenantId, agent.id) : []
  let prompt = ''
  for (const name of names) {
    const longer = prompt === '' ? name : `${prompt}, ${name}`
    if (longer.length > PROMPT_CHARS) break
    prompt = longer
  }
  return prompt
}

async function listen(
  { metrics, config }: TranscribeDeps,
  transcriber: Transcriber,
  { files }: TranscribePorts,
  { sound, prompt }: TakenUp,
  signal: AbortSignal,
): Promise<Learned> {
  const heard = await files.withBytes(sound, (bytes) =>
    transcriber.transcribe({ bytes, filename: filenameOf(sound), prompt, signal }),
  )
  const seconds = heard.duration ?? (sound.durationMs === null ? null : sound.durationMs / 1_000)
  metrics?.transcribed({ seconds: seconds ?? 0, cost: ((config.transcribe?.price ?? 0) * (seconds ?? 0)) / 60 })
  return learnedOf(heard, seconds)
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/webm': 'webm',
}

/** Returns a filename whose extension matches the MIME type: endpoints detect the format by the extension. */
const filenameOf = ({ mimeType }: Pick<KeptFile, 'mimeType'>): string =>
  `voz.${EXTENSIONS[mimeType.split(';')[0]?.trim() ?? ''] ?? 'ogg'}`

function learnedOf(heard: Transcription, seconds: number | null): Learned {
  const { language, text } = heard
  const about = { language: language === null ? null : storable(language), durationS: seconds }
  if (isSilent(heard)) return { state: 'empty', text: '', segments: [], ...about }
  const segments = heard.segments.map(({ start, end, text }) => ({ start, end, text: storable(text.trim()) }))
  return { state: 'done', text: storable(text.trim()), segments: segments.filter(({ text }) => text !== ''), ...about }
}

/** Stores the result, unless the transcript is no longer needed: the lead was erased, or deleted the message. */
async function keep(tx: Tx, deps: TranscribeDeps, { tenantId, messageId }: Jobs['transcribe'], learned: Learned): Promise<void> {
  const held = await holdWaiting(tx, tenantId, messageId)
  if (held) await settleTranscript(tx, deps, held.message, learned)
}
