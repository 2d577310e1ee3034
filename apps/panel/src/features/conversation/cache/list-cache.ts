import type { Conversation } from '@prosa/contract/entities/conversation'
import type { InfiniteData } from '@tanstack/react-query'
import { removeAt, replaceAt } from '../../../shared/lib/replace-at.ts'
import { newerOf } from './apply-event.ts'

/** One cached page of the conversation list. */
export interface ListPage {
  readonly conversations: readonly Conversation[]
  readonly nextCursor: string | null
  /** Server time of the response, from which the next refresh requests changes only; null if the provider does not return it. */
  readonly serverTime: string | null
}
export type ListData = InfiniteData<ListPage, string | null>

/** Returns each conversation once: one that moved up while older pages were loading can be in two of them. */
export const conversationsOf = (data: Pick<ListData, 'pages'>): Conversation[] => {
  const found = new Map<string, Conversation>()
  for (const { conversations } of data.pages) {
    for (const conversation of conversations) {
      found.set(conversation._id, newerOf(found.get(conversation._id), conversation))
    }
  }
  return [...found.values()]
}

const mapPages = (data: ListData, change: (conversations: readonly Conversation[]) => readonly Conversation[]): ListData => {
  let changed = false
  const pages = data.pages.map((page) => {
    const conversations = change(page.conversations)
    if (conversations === page.conversations) return page
    changed = true
    return { ...page, conversations }
  })
  return changed ? { ...data, pages } : data
}

/** Replaces one conversation. All other objects stay identical, so that no other row renders again. */
export const replaceConversation = (data: ListData, next: Conversation): ListData =>
  mapPages(data, (conversations) => {
    const index = conversations.findIndex(({ _id }) => _id === next._id)
    return index < 0 || conversations[index] === next ? conversations : replaceAt(conversations, index, next)
  })

export const removeConversation = (data: ListData, conversationId: string): ListData =>
  mapPages(data, (conversations) => {
    const index = conversations.findIndex(({ _id }) => _id === conversationId)
    return index < 0 ? conversations : removeAt(conversations, index)
  })

/** Adds new conversations and updates older versions. The screen sorts them. */
export const upsertConversations = (data: ListData, told: readonly Conversation[]): ListData => {
  const held = new Map(conversationsOf(data).map((conversation) => [conversation._id, conversation]))
  const added = told.filter(({ _id }) => !held.has(_id))
  const updated = told
    .filter((conversation) => held.has(conversation._id))
    .reduce((all, conversation) => replaceConversation(all, newerOf(held.get(conversation._id), conversation)), data)
  const [first, ...others] = updated.pages
  if (added.length === 0 || !first) return updated
  return { ...updated, pages: [{ ...first, conversations: [...added, ...first.conversations] }, ...others] }
}
