import type { AboutFile } from '../../../kernel/about-file.ts'
import type { LeadMessage } from '../decision.ts'
import { unspelled } from '../guard/spoken.ts'

/** A message as it is kept, with what is known of its file. */
export interface KeptMessage {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly content: string
  readonly transcript: { readonly state: string; readonly text: string } | null
  /** Since when its sound is here, to be transcribed. */
  readonly soundAt: Date | null
  /** Since when its file is awaited from its channel; null: it is here, or it has none. */
  readonly awaitedSince: Date | null
  readonly filename: string | null
  /** What its file says or shows, as far as that is known. */
  readonly aboutFile: AboutFile | null
}

/** So long an agent waits for the files of a burst, from the last one on (2-agents.md, section 3). */
const FILES_MS = 20_000

/** What an agent can make something of besides documents. */
export interface Senses {
  readonly hears: boolean
  readonly sees: boolean
}

/** Since when a message's file is waited for. Where nobody transcribes no sound is, nor what is only looked at by people. */
const waitsSince = (
  { type, transcript, soundAt, awaitedSince, aboutFile }: KeptMessage,
  { hears, sees }: Senses,
): Date | null => {
  if (transcript?.state === 'waiting' && soundAt) return soundAt
  if (aboutFile?.state === 'reading') return new Date(aboutFile.since)
  return hears || type === 'document' || (sees && type === 'image') ? awaitedSince : null
}

/** Until when the files of these messages are waited for; null: for none any longer. */
export function waitsUntil(messages: readonly KeptMessage[], now: Date, senses: Senses): Date | null {
  const since = messages.flatMap((message) => waitsSince(message, senses) ?? [])
  const until = Math.max(0, ...since.map((from) => from.getTime() + FILES_MS))
  return until > now.getTime() ? new Date(until) : null
}

/** What a lead said, as engines read it: written down it is a text; else the message says whether anything was to be heard. */
export function asSaid(message: KeptMessage, canHear: boolean): LeadMessage {
  const { type, content, transcript, awaitedSince, filename, aboutFile } = message
  if (type === 'image' || type === 'document')
    return { type, content, about: [filename, aboutFile?.line, aboutFile?.text].filter(Boolean).join('\n') }
  if (type !== 'audio') return { type, content }
  if (transcript?.state === 'done') return { type: 'text', content: unspelled(transcript.text), spoken: true }
  if (transcript?.state === 'empty') return { type: 'audio_empty', content }
  // Without a transcriber, and of what came before there was one, an agent says that it only reads (HEAR-14).
  return { type: canHear && (transcript || awaitedSince) ? 'audio_lost' : type, content }
}
