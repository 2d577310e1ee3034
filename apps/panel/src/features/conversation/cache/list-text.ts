import { LIST_TEXT_MAX_ALONE, LIST_TEXT_MAX_BOTH, UNREAD_BADGE_MAX } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { graphemesOf } from '@prosa/contract/rules/graphemes'
import { shown } from './shown-text.ts'

/** Letters of one unit each: most names are of these, and the segmenter would take longer than the row. */
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

/** Name and company as a row shows them: 13 characters each beside the other, 17 alone (section 2). */
export const listText = (conversation: Pick<Conversation, 'lead_name' | 'name' | 'lead_empresa'>) => {
  const name = leadName(conversation)
  const company = companyName(conversation)
  const max = name && company ? LIST_TEXT_MAX_BOTH : LIST_TEXT_MAX_ALONE
  return { name: shorten(name, max), company: shorten(company, max) }
}

/** '99+' above 99; nothing at zero. */
export const unreadBadge = (count: number | null | undefined): string => {
  if (!count || count < 1) return ''
  return count > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(count)
}
