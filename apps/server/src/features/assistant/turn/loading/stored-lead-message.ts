import type { FileContentSummary } from '../../../../platform/files/file-content-summary.ts'
import { restoreSpelledEmail } from '../../guard/spoken-data.ts'
import type { LeadMessage } from '../../turn-input.ts'

/** A stored message with the data of its file. */
export interface StoredLeadMessage {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly content: string
  readonly transcript: { readonly state: string; readonly text: string } | null
  /** Time at which the recording was stored for transcription, or null. */
  readonly soundAt: Date | null
  /** Time since which the file is expected from the channel. Null if it has arrived or there is none. */
  readonly awaitedSince: Date | null
  readonly filename: string | null
  /** Description of the file's content, as far as known. */
  readonly aboutFile: FileContentSummary | null
}

/** Maximum time in milliseconds for which an agent waits for files, counted from the last one (2-agents.md, section 3). */
const MAX_FILE_WAIT_MS = 20_000

/** Whether an agent can process audio and images. Documents are always processed. */
export interface AgentSenses {
  readonly hears: boolean
  readonly sees: boolean
}

/**
 * Returns the time since which a message's file is awaited, or null if nothing waits for it. Audio is awaited only with a transcriber,
 * images only with a model that can see.
 */
const getWaitStart = (
  { type, transcript, soundAt, awaitedSince, aboutFile }: StoredLeadMessage,
  { hears, sees }: AgentSenses,
): Date | null => {
  if (transcript?.state === 'waiting' && soundAt) return soundAt
  if (aboutFile?.state === 'reading') return new Date(aboutFile.since)
  return hears || type === 'document' || (sees && type === 'image') ? awaitedSince : null
}

/** Returns the time until which files of these messages are awaited, or null if none is awaited any more. */
export function getWaitEnd(messages: readonly StoredLeadMessage[], now: Date, senses: AgentSenses): Date | null {
  const since = messages.flatMap((message) => getWaitStart(message, senses) ?? [])
  const until = Math.max(0, ...since.map((from) => from.getTime() + MAX_FILE_WAIT_MS))
  return until > now.getTime() ? new Date(until) : null
}

/** Converts a stored message for engines. A transcript becomes text; a voice message without one gets a type that says why. */
export function toLeadMessage(message: StoredLeadMessage, canHear: boolean): LeadMessage {
  const { type, content, transcript, awaitedSince, filename, aboutFile } = message
  if (type === 'image' || type === 'document')
    return { type, content, about: [filename, aboutFile?.line, aboutFile?.text].filter(Boolean).join('\n') }
  if (type !== 'audio') return { type, content }
  if (transcript?.state === 'done') return { type: 'text', content: restoreSpelledEmail(transcript.text), spoken: true }
  if (transcript?.state === 'empty') return { type: 'audio_empty', content }
  // Without a transcriber, and for older voice messages, the agent says that it only reads text (HEAR-14).
  return { type: canHear && (transcript || awaitedSince) ? 'audio_lost' : type, content }
}
