import type { TurnInput } from '../turn-input.ts'
import WORDS from './words.json' with { type: 'json' }

/** A message of the conversation for a model. */
export interface HistoryMessage {
  readonly fromLead: boolean
  readonly type: string
  readonly content: string
  /** Text in place of its file: number and content. Undefined if the file cannot be opened. */
  readonly file?: string | undefined
}

/** A message with the data needed to judge its reliability. */
export interface DatedMessage extends HistoryMessage {
  /** True if a user of the team wrote it, not an agent. */
  readonly fromPerson: boolean
  readonly at: Date
  /** True if it is the transcript of a voice message. */
  readonly spoken?: boolean
  /** Sequence number and id. Undefined in a test conversation, which is not stored. */
  readonly seq?: number
  readonly messageId?: string
  /** Description and text of its file. */
  readonly about?: { readonly line: string; readonly text: string } | null
}

/** Maximum number of tokens for the conversation. Portuguese has about 3.5 characters per token. */
const MAX_HISTORY_TOKENS = 4_000
const CHARS_PER_TOKEN = 3.5

const ATTACHMENTS: Readonly<Record<string, string>> = WORDS.attachments

/** Breaks up role markers of models in a lead's text, so that it cannot imitate another role. */
export const breakRoleMarkers = (text: string): string =>
  text
    .replace(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/<\|/g, '< |')
    .replace(/\|>/g, '| >')
    .replace(/\[(\/?)INST\]/gi, '($1INST)')
    .replace(/<<(\/?)SYS>>/gi, '($1SYS)')
    .replace(/<(\/?)(system|assistant|user|tool_call|think)\b/gi, '($1$2')

const formatMessage = ({ type, content, file = 'que você não pode abrir' }: HistoryMessage): string => {
  if (type === 'text' || type === 'template') return content
  const mark = `[${ATTACHMENTS[type] ?? 'anexo'} ${file}]`
  return content.trim() === '' ? mark : `${mark} ${content}`
}

/**
 * Returns the newest messages within the budget, oldest first, in alternating roles and starting with the lead, as some APIs require. The
 * newest message is always included, shortened if necessary.
 */
export function trimHistory(
  history: readonly HistoryMessage[],
  budget = MAX_HISTORY_TOKENS,
): { role: 'user' | 'assistant'; content: string }[] {
  let left = Math.floor(budget * CHARS_PER_TOKEN)
  const kept: { role: 'user' | 'assistant'; content: string }[] = []
  for (const message of [...history].reverse()) {
    const words = message.fromLead ? breakRoleMarkers(formatMessage(message)) : formatMessage(message)
    const content = kept.length === 0 ? words.slice(0, left) : words
    if (content.length > left) break
    left -= content.length
    const role = message.fromLead ? 'user' : 'assistant'
    const after = kept[0]
    if (after?.role === role) after.content = `${content}\n${after.content}`
    else kept.unshift({ role, content })
  }
  return kept[0]?.role === 'assistant' ? kept.slice(1) : kept
}

/** Input of a turn for a model. */
export interface ModelTurn extends Omit<TurnInput, 'newMessages'> {
  /** The conversation up to the newest message, oldest first. */
  readonly history: readonly DatedMessage[]
  readonly summary: string | null
  /** Null for the server's default model. */
  readonly model: string | null
}
