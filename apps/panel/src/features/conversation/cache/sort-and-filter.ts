import type { Conversation } from '@prosa/contract/entities/conversation'
import { formatPhone, getPhoneForms, getSearchedDigits } from '@prosa/contract/rules/phone'
import { folded } from '../../../shared/lib/folded.ts'
import type { ConversationFilter } from '../../../shared/preferences.ts'
import { companyName, leadName } from './list-text.ts'

/** Filters for every agent type, in groups (section 2). The last two are not in the specification (gap G32). */
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

export const filterLabel = (filter: ConversationFilter): string =>
  FILTER_GROUPS.flatMap((group) => group.filters).find(({ id }) => id === filter)?.label ?? ''

// Cached results. Conversations are immutable, so a result is valid as long as its object exists.
const activity = new WeakMap<Conversation, number>()

/** Returns the latest of the lead's last message, the agent's last message and the last update, in milliseconds. */
export const lastActivity = (conversation: Conversation): number => {
  const known = activity.get(conversation)
  if (known !== undefined) return known
  const { last_client_message_at, last_agent_message_at, updated_at } = conversation
  const times = [last_client_message_at, last_agent_message_at, updated_at].map((time) => Date.parse(time ?? ''))
  const newest = Math.max(0, ...times.filter((time) => !Number.isNaN(time)))
  activity.set(conversation, newest)
  return newest
}

/** Sorts newest first; equal times are ordered by id, so that rows do not swap. */
export const sortConversations = (conversations: readonly Conversation[]): Conversation[] =>
  [...conversations].sort((a, b) => lastActivity(b) - lastActivity(a) || (a._id < b._id ? -1 : 1))

const hasPhone = ({ phone }: Conversation, search: string): boolean => {
  const text = search.trim().toLowerCase()
  if (text === '') return true
  if (!phone) return false
  if (phone.toLowerCase().includes(text) || formatPhone(phone).toLowerCase().includes(text)) return true
  const digits = getSearchedDigits(text)
  return digits !== '' && getPhoneForms(phone).some((form) => form.includes(digits))
}

/** Whether the name, company or phone of this conversation matches a search. */
export const isAbout = (conversation: Conversation, search: string): boolean =>
  folded(`${leadName(conversation)} ${companyName(conversation)}`).includes(folded(search)) || hasPhone(conversation, search)

/** Whether a loaded conversation matches the filter. The server filters by the same rules (gap G37). */
export const matchesFilter = (conversation: Conversation, filter: ConversationFilter | null, search: string): boolean => {
  if (filter === 'phone') return hasPhone(conversation, search)
  if (filter === 'needs_attention') return conversation.needs_attention === true
  if (filter === 'unread') return (conversation.unreadCount ?? 0) > 0
  // A provider that ignores `archive` returns all conversations without that field.
  if (filter === 'archived') return conversation.archive === true
  return true
}

export const visibleConversations = (
  conversations: readonly Conversation[],
  filter: ConversationFilter | null,
  search: string,
): Conversation[] => sortConversations(conversations.filter((conversation) => matchesFilter(conversation, filter, search)))
