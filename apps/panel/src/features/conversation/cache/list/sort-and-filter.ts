import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { extractPhoneSearchDigits, formatPhone, getPhoneForms } from '@prosa/contract/rules/phone-numbers/phone'
import type { ConversationFilter } from '../../../../shared/preferences/preferences.ts'
import { normalizeForSearch } from '../../../../shared/ui/search/normalize-for-search.ts'
import { getCompanyName, getLeadName } from '../conversation-names.ts'

/**
 * Filters of the conversation list, in groups, for every type of agent (section 2). The last two are not in the specification (gap G32).
 */
export const FILTER_GROUPS: readonly { label: string; filters: readonly { id: ConversationFilter; label: string }[] }[] = [
  { label: 'Pesquisa', filters: [{ id: 'phone', label: 'Pesquisar por telefone' }] },
  {
    label: 'Situação',
    filters: [
      { id: 'needs_attention', label: 'Necessita atenção' },
      { id: 'unread', label: 'Não lidas' },
      { id: 'archived', label: 'Arquivadas' },
    ],
  },
]

export const getFilterLabel = (filter: ConversationFilter): string =>
  FILTER_GROUPS.flatMap((group) => group.filters).find(({ id }) => id === filter)?.label ?? ''

// Computed times by conversation object. Conversations are immutable, so a computed time stays valid.
const lastActivityCache = new WeakMap<Conversation, number>()

/**
 * Returns the time of the last activity in milliseconds since the epoch: the lead's last message, the agent's last message or the last
 * update.
 */
export const getLastActivityMs = (conversation: Conversation): number => {
  const cached = lastActivityCache.get(conversation)
  if (cached !== undefined) return cached
  const { last_client_message_at, last_agent_message_at, updated_at } = conversation
  const times = [last_client_message_at, last_agent_message_at, updated_at].map((time) => Date.parse(time ?? ''))
  const newest = Math.max(0, ...times.filter((time) => !Number.isNaN(time)))
  lastActivityCache.set(conversation, newest)
  return newest
}

/** Sorts conversations by last activity, newest first. Equal times are ordered by id, so that rows do not swap. */
export const sortConversations = (conversations: readonly Conversation[]): Conversation[] =>
  [...conversations].sort((a, b) => getLastActivityMs(b) - getLastActivityMs(a) || (a._id < b._id ? -1 : 1))

const matchesPhone = ({ phone }: Conversation, search: string): boolean => {
  const text = search.trim().toLowerCase()
  if (text === '') return true
  if (!phone) return false
  if (phone.toLowerCase().includes(text) || formatPhone(phone).toLowerCase().includes(text)) return true
  const digits = extractPhoneSearchDigits(text)
  return digits !== '' && getPhoneForms(phone).some((form) => form.includes(digits))
}

/** Whether the search text matches the name, company or phone number of a conversation. */
export const matchesNameOrPhone = (conversation: Conversation, search: string): boolean =>
  normalizeForSearch(`${getLeadName(conversation)} ${getCompanyName(conversation)}`).includes(normalizeForSearch(search)) ||
  matchesPhone(conversation, search)

/** Whether a loaded conversation matches a filter. The server applies the same rules (gap G37). */
export const matchesConversationFilter = (
  conversation: Conversation,
  filter: ConversationFilter | null,
  search: string,
): boolean => {
  if (filter === 'phone') return matchesPhone(conversation, search)
  if (filter === 'needs_attention') return conversation.needs_attention === true
  if (filter === 'unread') return (conversation.unreadCount ?? 0) > 0
  // A server that does not support archiving ignores `archive` and returns all conversations without this field.
  if (filter === 'archived') return conversation.archive === true
  return true
}

export const filterAndSortConversations = (
  conversations: readonly Conversation[],
  filter: ConversationFilter | null,
  search: string,
): Conversation[] =>
  sortConversations(conversations.filter((conversation) => matchesConversationFilter(conversation, filter, search)))
