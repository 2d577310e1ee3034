import type { TurnInput } from '../turn-input.ts'
import WORDS from './words.json' with { type: 'json' }

/** A message of the conversation, as it is sent to a language model. */
export interface HistoryMessage {
  readonly fromLead: boolean
  readonly type: string
  readonly content: string
  /**
   * Text that represents the attached file: its number for the model, and its text or description. Undefined if the model cannot open the
   * file.
   */
  readonly fileText?: string | undefined
}

/** A message with the data by which its statements are judged: who wrote it, when, and whether it was spoken. */
export interface DatedMessage extends HistoryMessage {
  /** Whether a user of the team wrote the message, and not an agent. */
  readonly fromUser: boolean
  readonly at: Date
  /** Whether the content is the transcript of a voice message. */
  readonly isTranscript?: boolean
  /** Sequence number and id of the message. Undefined in a preview conversation, which is not stored. */
  readonly seq?: number
  readonly messageId?: string
  /** One-line description and text of the attached file. Null if there are none. */
  readonly fileSummary?: { readonly line: string; readonly text: string } | null
}

/** Maximum number of tokens of the conversation in a request to the model. Portuguese has about 3.5 characters per token. */
const MAX_HISTORY_TOKENS = 4_000
const CHARS_PER_TOKEN = 3.5

const ATTACHMENTS: Readonly<Record<string, string>> = WORDS.attachments

/**
 * Breaks up the role markers of language models (such as '<|' or '[INST]') in a text of the lead, so that the text cannot imitate another
 * role. Removes control characters.
 */
export const breakRoleMarkers = (text: string): string =>
  text
    .replace(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/<\|/g, '< |')
    .replace(/\|>/g, '| >')
    .replace(/\[(\/?)INST\]/gi, '($1INST)')
    .replace(/<<(\/?)SYS>>/gi, '($1SYS)')
    .replace(/<(\/?)(system|assistant|user|tool_call|think)\b/gi, '($1$2')

const formatMessage = ({ type, content, fileText = 'que você não pode abrir' }: HistoryMessage): string => {
  if (type === 'text' || type === 'template') return content
  const mark = `[${ATTACHMENTS[type] ?? 'anexo'} ${fileText}]`
  return content.trim() === '' ? mark : `${mark} ${content}`
}

/**
 * Returns the newest messages within `budget` (tokens), oldest first. Messages of one role in a row are joined, and the first is always the
 * lead's, as some model APIs require. The newest message is always included, truncated if necessary.
 */
export function trimHistory(
  history: readonly HistoryMessage[],
  budget = MAX_HISTORY_TOKENS,
): { role: 'user' | 'assistant'; content: string }[] {
  let remainingChars = Math.floor(budget * CHARS_PER_TOKEN)
  const selectedMessages: { role: 'user' | 'assistant'; content: string }[] = []
  for (const message of [...history].reverse()) {
    const formatted = message.fromLead ? breakRoleMarkers(formatMessage(message)) : formatMessage(message)
    const content = selectedMessages.length === 0 ? formatted.slice(0, remainingChars) : formatted
    if (content.length > remainingChars) break
    remainingChars -= content.length
    const role = message.fromLead ? 'user' : 'assistant'
    const nextMessage = selectedMessages[0]
    if (nextMessage?.role === role) nextMessage.content = `${content}\n${nextMessage.content}`
    else selectedMessages.unshift({ role, content })
  }
  return selectedMessages[0]?.role === 'assistant' ? selectedMessages.slice(1) : selectedMessages
}

/** Input of a language model for one turn. */
export interface ModelTurn extends Omit<TurnInput, 'newMessages'> {
  /** The conversation up to the newest message, oldest first. */
  readonly history: readonly DatedMessage[]
  readonly summary: string | null
  /** Name of the model, or null for the server's default model. */
  readonly model: string | null
}
