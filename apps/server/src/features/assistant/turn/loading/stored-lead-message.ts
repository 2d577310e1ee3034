import type { FileContentSummary } from '../../../../platform/files/file-content-summary.ts'
import { restoreSpelledEmail } from '../../guard/spoken-data.ts'
import type { LeadMessage } from '../../turn-input.ts'

/** A stored message of the lead with the data of its file. */
export interface StoredLeadMessage {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly content: string
  readonly transcript: { readonly state: string; readonly text: string } | null
  /** Time at which the voice recording was stored for transcription, or null. */
  readonly audioStoredAt: Date | null
  /** Time since which the server waits for the file from the channel. Null if the file has arrived or the message has none. */
  readonly awaitedSince: Date | null
  readonly filename: string | null
  /** State of the analysis of the file's content, with its description and text when done. Null without an analysis. */
  readonly aboutFile: FileContentSummary | null
}

/** Maximum time in milliseconds for which a turn waits for files, counted from the most recent file (2-agents.md, section 3). */
const MAX_FILE_WAIT_MS = 20_000

/** Whether an agent can process voice messages (`hears`) and images (`sees`). Documents are always processed. */
export interface AgentSenses {
  readonly canTranscribeAudio: boolean
  readonly canReadImages: boolean
}

/**
 * Returns the time since which a turn waits for a message's file, or null if the turn does not wait for it. Audio is awaited only if a
 * transcriber is configured, images only if the model accepts images.
 */
const getWaitStart = (
  { type, transcript, audioStoredAt, awaitedSince, aboutFile }: StoredLeadMessage,
  { canTranscribeAudio, canReadImages }: AgentSenses,
): Date | null => {
  if (transcript?.state === 'waiting' && audioStoredAt) return audioStoredAt
  if (aboutFile?.state === 'reading') return new Date(aboutFile.since)
  return canTranscribeAudio || type === 'document' || (canReadImages && type === 'image') ? awaitedSince : null
}

/** Returns the time until which a turn waits for the files of these messages, or null if it need not wait. */
export function getWaitEnd(messages: readonly StoredLeadMessage[], now: Date, senses: AgentSenses): Date | null {
  const waitStarts = messages.flatMap((message) => getWaitStart(message, senses) ?? [])
  const until = Math.max(0, ...waitStarts.map((from) => from.getTime() + MAX_FILE_WAIT_MS))
  return until > now.getTime() ? new Date(until) : null
}

/**
 * Converts a stored message for the reply engines. A transcript becomes a text message. Without a transcript, the type says why:
 * 'audio_empty' (no speech), 'audio_lost' (failed), 'audio' (not transcribed).
 */
export function toLeadMessage(message: StoredLeadMessage, canTranscribe: boolean): LeadMessage {
  const { type, content, transcript, awaitedSince, filename, aboutFile } = message
  if (type === 'image' || type === 'document')
    return { type, content, fileText: [filename, aboutFile?.line, aboutFile?.text].filter(Boolean).join('\n') }
  if (type !== 'audio') return { type, content }
  if (transcript?.state === 'done') return { type: 'text', content: restoreSpelledEmail(transcript.text), isTranscript: true }
  if (transcript?.state === 'empty') return { type: 'audio_empty', content }
  // Without a transcriber, and for older voice messages, the agent says that it only reads text (HEAR-14).
  return { type: canTranscribe && (transcript || awaitedSince) ? 'audio_lost' : type, content }
}
