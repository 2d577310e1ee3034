import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { cutText } from '../../../kernel/cut-text.ts'
import { storable } from '../../../kernel/storable.ts'
import { fold } from '../hear/fold.ts'

const MAX_REPLIES = 3
/** Words in a row that cannot be the same by chance. */
const LEAKED_RUN = 9
const ADDRESS = /(?:https?:\/\/|www\.)[^\s)>\]"']+/gi

/** What may never be told to a lead, and what may. */
export interface Secrets {
  /** The server's own words in the prompt. */
  readonly rules: string
  /** Staff's words: they may be told in part, never as a whole. */
  readonly brief: string
  readonly toolNames: readonly string[]
  /** Words that name the agent before what it says. */
  readonly agentName: string
}

/** Formatting that a chat shows as rubbish, thoughts and calls that were spoken aloud, addresses that staff never wrote. */
const toPlain = (text: string, { brief, agentName }: Secrets): string =>
  storable(text)
    .replace(/<(think|thinking|tool_call|function_call|tool)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(ADDRESS, (address) => (brief.includes(address.replace(/[.,;:!?]+$/, '')) ? address : ''))
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/`/g, '')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .replace(/^([^\n:]{1,60}):\s*/, (whole, name: string) => (name.toLowerCase() === agentName.toLowerCase() ? '' : whole))

const runs = (text: string, length: number): Set<string> => {
  const words = fold(text)
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
  return new Set(words.slice(0, Math.max(0, words.length - length + 1)).map((_, i) => words.slice(i, i + length).join(' ')))
}

const shares = (said: string, kept: string, length: number): boolean => {
  const known = runs(kept, length)
  return [...runs(said, length)].some((run) => known.has(run))
}

/** True when the text tells of the prompt or of tools, or is packed so that nobody can tell. */
const leaks = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const unpacked = text.match(/[A-Za-z0-9+/=_-]{60,}/g)
  return (
    unpacked !== null ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    shares(text, rules, LEAKED_RUN) ||
    shares(text, brief, LEAKED_RUN * 4)
  )
}

const cut = (text: string): string => {
  if (text.length <= MESSAGE_MAX_CHARS) return text
  const short = cutText(text, MESSAGE_MAX_CHARS - 1)
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), MESSAGE_MAX_CHARS / 2)).trimEnd()}…`
}

/** A model's words as messages of plain text, three at most; 'leak' when they tell what is not for leads. */
export function toReplies(text: string, secrets: Secrets): string[] | 'leak' {
  const plain = toPlain(text, secrets)
  if (/^[[{][\s\S]*[\]}]$/.test(plain) || !/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(plain)) return []
  if (leaks(plain, secrets)) return 'leak'
  const parts = plain
    .split(/\n\s*\n+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const messages = [...parts.slice(0, MAX_REPLIES - 1), parts.slice(MAX_REPLIES - 1).join('\n\n')].filter(Boolean)
  return messages.map(cut)
}
