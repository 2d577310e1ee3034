import type { FileContentSummary } from '../../../../platform/files/file-content-summary.ts'
import { restoreSpelledEmail } from '../../guard/spoken-data.ts'
import type { LeadMessage } from '../../turn-input.ts'

/** A stored message of the lead, with data of its file. */
export interface StoredLeadMessage {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly content: string
  readonly transcript: { readonly state: string; readonly text: string } | null
  /** Time at which the recording was stored for transcription, or null. */
  readonly audioStoredAt: Date | null
  /** Time since which the server waits for the file. Null if it has arrived or there is none. */
  readonly awaitedSince: Date | null
  readonly filename: string | null
  /** Analysis of the file's content, with description and text when done. Null without an analysis. */
  readonly aboutFile: FileContentSummary | null
}

/** Maximum time in milliseconds that a turn waits for files, counted from the newest file (2-agents.md, section 3). */
const MAX_FILE_WAIT_MS = 20_000

/** File types that an agent can process besides documents, which it can always process. */
export interface AgentSenses {
  readonly canTranscribeAudio: boolean
  readonly canReadImages: boolean
}

/**
 * Returns the time since which a turn waits for a file, or null if it does not wait. Audio is awaited only with a transcriber, images only
 * if the model accepts images.
 */
const getWaitStart = (
  { type, transcript, audioStoredAt, awaitedSince, aboutFile }: StoredLeadMessage,
  { canTranscribeAudio, canReadImages }: AgentSenses,
): Date | null => {
  if (transcript?.state === 'waiting' && audioStoredAt) return audioStoredAt
  if (aboutFile?.state === 'reading') return new Date(aboutFile.since)
  return canTranscribeAudio || type === 'document' || (canReadImages && type === 'image') ? awaitedSince : null
}

/** Returns the time until which a turn waits for files, or null if it need not wait. */
export function getWaitEnd(messages: readonly StoredLeadMessage[], now: Date, senses: AgentSenses): Date | null {
  const waitStarts = messages.flatMap((message) => getWaitStart(message, senses) ?? [])
  const until = Math.max(0, ...waitStarts.map((from) => from.getTime() + MAX_FILE_WAIT_MS))
  return until > now.getTime() ? new Date(until) : null
}

/**
 * Converts a stored message for the reply engines. A transcript becomes text. Other voice messages get a type: 'audio_empty' (no speech),
 * 'audio_lost' (failed) or 'audio' (not transcribed).
 */
export function toLeadMessage(message: StoredLeadMessage, canTranscribe: boolean): LeadMessage {
  const { type, content, transcript, awaitedSince, filename, aboutFile } = message
  if (type === 'image' || type === 'document')
    return { type, content, fileText: [filename, aboutFile?.line, aboutFile?.text].filter(Boolean).join('\n') }
  if (type !== 'audio') return { type, content }
  if (transcript?.state === 'done') return { type: 'text', content: restoreSpelledEmail(transcript.text), isTranscript: true }
  if (transcript?.state === 'empty') return { type: 'audio_empty', content }
  // Without a transcriber, and for older voice messages, 'audio' makes the agent say that it only reads text (HEAR-14).
  return { type: canTranscribe && (transcript || awaitedSince) ? 'audio_lost' : type, content }
}
