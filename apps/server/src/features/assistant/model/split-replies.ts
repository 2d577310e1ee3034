import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { stripUnstorableCharacters } from '../../../platform/json/storable-json.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'

const MAX_REPLIES = 3

const REASONING_TAG = /<(think|thinking|tool_call|function_call|tool)\b[^<>]*>/gi
const REASONING_END_TAG = /<\/(think|thinking|tool_call|function_call|tool)>/gi

/** Removes reasoning and tool calls that the model wrote as text. An unclosed tag removes everything after it. */
const stripReasoning = (text: string): string => {
  const closingTags = [...text.matchAll(REASONING_END_TAG)].map(({ 0: tag, 1: name = '', index }) => ({
    name: name.toLowerCase(),
    index,
    end: index + tag.length,
  }))
  let remainingText = ''
  let end = 0
  for (const { 0: tag, 1: name = '', index } of text.matchAll(REASONING_TAG)) {
    if (index < end) continue
    remainingText += text.slice(end, index)
    end =
      closingTags.find((closingTag) => closingTag.index >= index + tag.length && closingTag.name === name.toLowerCase())?.end ??
      text.length
  }
  return remainingText + text.slice(end)
}

/** Removes chat-incompatible formatting, citation marks ('[F1, F3]'), reasoning, and the agent's name at the beginning. */
const stripFormatting = (text: string, agentName: string): string =>
  stripReasoning(stripUnstorableCharacters(text))
    .replace(/ ?\[ ?f ?\d{1,3}(?:, ?f ?\d{1,3}){0,9} ?\]/gi, '')
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/`/g, '')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .replace(/^([^\n:]{1,60}):\s*/, (match, name: string) => (name.toLowerCase() === agentName.toLowerCase() ? '' : match))

const truncateReply = (text: string): string => {
  if (text.length <= MESSAGE_MAX_CHARS) return text
  const short = truncateText(text, MESSAGE_MAX_CHARS - 1)
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), MESSAGE_MAX_CHARS / 2)).trimEnd()}…`
}

/** Splits a model's answer into at most three plain messages. Returns an empty list if it contains no text. */
export function splitReplies(text: string, agentName: string): string[] {
  const plainText = stripFormatting(text, agentName)
  if (/^[[{][\s\S]*[\]}]$/.test(plainText) || !/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(plainText)) return []
  const parts = plainText
    .split(/\n\s*\n+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const messages = [...parts.slice(0, MAX_REPLIES - 1), parts.slice(MAX_REPLIES - 1).join('\n\n')].filter(Boolean)
  return messages.map(truncateReply)
}
