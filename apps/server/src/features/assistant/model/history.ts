import type { TurnInput } from '../turn-input.ts'
import WORDS from './words.json' with { type: 'json' }

/** A message as sent to a language model. */
export interface HistoryMessage {
  readonly fromLead: boolean
  readonly type: string
  readonly content: string
  /** Text for the attached file: its number, and its text or description. Undefined if the model cannot open the file. */
  readonly fileText?: string | undefined
}

/** A message with author, time and origin, by which its claims are judged. */
export interface DatedMessage extends HistoryMessage {
  /** Whether a user of the team wrote the message. */
  readonly fromUser: boolean
  readonly at: Date
  /** Whether the content was transcribed from a voice message. */
  readonly isTranscript?: boolean
  /** Undefined in a preview, whose messages are not stored. */
  readonly seq?: number
  readonly messageId?: string
  /** Description (one line) and text of the attached file. Null if there are none. */
  readonly fileSummary?: { readonly line: string; readonly text: string } | null
}

/** Maximum number of tokens of the conversation in one request. */
const MAX_HISTORY_TOKENS = 4_000
const CHARS_PER_TOKEN = 3.5

const ATTACHMENTS: Readonly<Record<string, string>> = WORDS.attachments

/**
 * Breaks up role markers of language models ('<|', '[INST]') in a lead's text, so that it cannot imitate another role. Removes control
 * characters.
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
 * Returns the newest messages within `budget` tokens, oldest first. Some model APIs require alternating roles with the lead first, so
 * messages in a row are joined. The newest one is always included, truncated if necessary.
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
  /** All messages up to the newest, oldest first. */
  readonly history: readonly DatedMessage[]
  readonly summary: string | null
  /** Null means the server's default model. */
  readonly model: string | null
}
