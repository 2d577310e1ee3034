import type { TurnInput } from '../decision.ts'
import WORDS from './words.json' with { type: 'json' }

/** A message of the conversation as a model reads it. */
export interface HistoryMessage {
  readonly fromLead: boolean
  readonly type: string
  readonly content: string
  /** What is told of its file in its place: its number, and what is in it; absent: it cannot be opened. */
  readonly file?: string | undefined
}

/** With what tells whether it may be believed. */
export interface DatedMessage extends HistoryMessage {
  /** Written by somebody of the team, not by an agent. */
  readonly fromPerson: boolean
  readonly at: Date
  /** True: it was said, and written down by a transcriber. */
  readonly spoken?: boolean
  /** Its place and its id; absent where nothing is kept, in a try. */
  readonly seq?: number
  readonly messageId?: string
  /** What its file is known to be about. */
  readonly about?: { readonly line: string; readonly text: string } | null
}

/** Tokens that a conversation's past may take. Portuguese has some three and a half characters to a token. */
const HISTORY_TOKENS = 4_000
const CHARS_PER_TOKEN = 3.5

const ATTACHMENTS: Readonly<Record<string, string>> = WORDS.attachments

/** Marks by which some models tell who speaks; in a lead's words they are taken apart. */
export const defuse = (text: string): string =>
  text
    .replace(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/<\|/g, '< |')
    .replace(/\|>/g, '| >')
    .replace(/\[(\/?)INST\]/gi, '($1INST)')
    .replace(/<<(\/?)SYS>>/gi, '($1SYS)')
    .replace(/<(\/?)(system|assistant|user|tool_call|think)\b/gi, '($1$2')

const wordsOf = ({ type, content, file = 'que você não pode abrir' }: HistoryMessage): string => {
  if (type === 'text' || type === 'template') return content
  const mark = `[${ATTACHMENTS[type] ?? 'anexo'} ${file}]`
  return content.trim() === '' ? mark : `${mark} ${content}`
}

/**
 * The newest messages that fit the budget, oldest first, both sides taking turns and the lead beginning: what some endpoints insist on.
 * The very newest is there in any case, shortened if need be.
 */
export function trimHistory(
  history: readonly HistoryMessage[],
  budget = HISTORY_TOKENS,
): { role: 'user' | 'assistant'; content: string }[] {
  let left = Math.floor(budget * CHARS_PER_TOKEN)
  const kept: { role: 'user' | 'assistant'; content: string }[] = []
  for (const message of [...history].reverse()) {
    const words = message.fromLead ? defuse(wordsOf(message)) : wordsOf(message)
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

/** A turn as a model needs it. */
export interface ModelTurn extends Omit<TurnInput, 'newMessages'> {
  /** The conversation up to the newest message, oldest first. */
  readonly history: readonly DatedMessage[]
  readonly summary: string | null
  /** Null: the server's model. */
  readonly model: string | null
}
