import { LIST_TEXT_MAX_ALONE, LIST_TEXT_MAX_BOTH, UNREAD_BADGE_MAX } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { graphemesOf } from '@prosa/contract/rules/graphemes'
import { shown } from './shown-text.ts'

/** Characters of a single code unit. Most names consist of them, and the segmenter would take longer than rendering the row. */
const PLAIN = /^[\u0020-\u02ff]*$/

const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text
  if (PLAIN.test(text)) return `${text.slice(0, max).trimEnd()}…`
  const characters = graphemesOf(text)
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text
}

export const leadName = (conversation: Pick<Conversation, 'lead_name' | 'name'>): string =>
  shown((conversation.lead_name?.trim() || conversation.name?.trim()) ?? '')

export const companyName = (conversation: Pick<Conversation, 'lead_empresa'>): string =>
  shown(conversation.lead_empresa?.trim() ?? '')

/** Returns name and company as shown in a row: at most 13 characters each if there are both, 17 for one alone (section 2). */
export const listText = (conversation: Pick<Conversation, 'lead_name' | 'name' | 'lead_empresa'>) => {
  const name = leadName(conversation)
  const company = companyName(conversation)
  const max = name && company ? LIST_TEXT_MAX_BOTH : LIST_TEXT_MAX_ALONE
  return { name: shorten(name, max), company: shorten(company, max) }
}

/** Formats the unread count: '99+' above 99, empty at zero. */
export const unreadBadge = (count: number | null | undefined): string => {
  if (!count || count < 1) return ''
  return count > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(count)
}
