import { LIST_NAME_MAX_CHARS_ALONE, LIST_NAME_MAX_CHARS_WITH_COMPANY, UNREAD_BADGE_MAX } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { splitGraphemes } from '@prosa/contract/rules/text/graphemes'
import { stripBidiControls } from './strip-bidi-controls.ts'

/** Matches texts without combined characters. Most names match and can be cut without the slow text segmenter. */
const SINGLE_CODE_UNIT_TEXT = /^[\u0020-\u02ff]*$/

const truncateText = (text: string, max: number): string => {
  if (text.length <= max) return text
  if (SINGLE_CODE_UNIT_TEXT.test(text)) return `${text.slice(0, max).trimEnd()}…`
  const characters = splitGraphemes(text)
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text
}

export const getLeadName = (conversation: Pick<Conversation, 'lead_name' | 'name'>): string =>
  stripBidiControls((conversation.lead_name?.trim() || conversation.name?.trim()) ?? '')

export const getCompanyName = (conversation: Pick<Conversation, 'lead_empresa'>): string =>
  stripBidiControls(conversation.lead_empresa?.trim() ?? '')

/**
 * Returns the lead's name and company, shortened for a row: at most 13 characters each, or 17 characters if only the name or the company is
 * known (section 2).
 */
export const formatRowNames = (conversation: Pick<Conversation, 'lead_name' | 'name' | 'lead_empresa'>) => {
  const name = getLeadName(conversation)
  const company = getCompanyName(conversation)
  const max = name && company ? LIST_NAME_MAX_CHARS_WITH_COMPANY : LIST_NAME_MAX_CHARS_ALONE
  return { name: truncateText(name, max), company: truncateText(company, max) }
}

/** Formats an unread count: '99+' above 99, '' for zero. */
export const formatUnreadBadge = (count: number | null | undefined): string => {
  if (!count || count < 1) return ''
  return count > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(count)
}
