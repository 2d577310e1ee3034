import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { InfiniteData } from '@tanstack/react-query'
import { removeAt, replaceAt } from '../../../../shared/lists/replace-at.ts'
import { pickNewerConversation } from '../apply-event.ts'

export interface ConversationListPage {
  readonly conversations: readonly Conversation[]
  readonly nextCursor: string | null
  /** Server time of the response. The next refresh requests only changes since then. Null if the server does not return it. */
  readonly serverTime: string | null
}
export type ConversationListData = InfiniteData<ConversationListPage, string | null>

/**
 * Returns all conversations of the pages without duplicates: a conversation that moved up while older pages were loading can be on two
 * pages.
 */
export const collectConversations = (data: Pick<ConversationListData, 'pages'>): Conversation[] => {
  const newestById = new Map<string, Conversation>()
  for (const { conversations } of data.pages) {
    for (const conversation of conversations) {
      newestById.set(conversation._id, pickNewerConversation(newestById.get(conversation._id), conversation))
    }
  }
  return [...newestById.values()]
}

const mapListPages = (
  data: ConversationListData,
  change: (conversations: readonly Conversation[]) => readonly Conversation[],
): ConversationListData => {
  let changed = false
  const pages = data.pages.map((page) => {
    const conversations = change(page.conversations)
    if (conversations === page.conversations) return page
    changed = true
    return { ...page, conversations }
  })
  return changed ? { ...data, pages } : data
}

/** Replaces one conversation in the cached pages. All other objects stay identical, so that only the changed row renders again. */
export const replaceConversationInList = (data: ConversationListData, next: Conversation): ConversationListData =>
  mapListPages(data, (conversations) => {
    const index = conversations.findIndex(({ _id }) => _id === next._id)
    return index < 0 || conversations[index] === next ? conversations : replaceAt(conversations, index, next)
  })

export const removeConversationFromList = (data: ConversationListData, conversationId: string): ConversationListData =>
  mapListPages(data, (conversations) => {
    const index = conversations.findIndex(({ _id }) => _id === conversationId)
    return index < 0 ? conversations : removeAt(conversations, index)
  })

/** Adds new conversations to the cached pages and replaces older versions. Does not sort them, because the screen does. */
export const upsertConversationsInList = (
  data: ConversationListData,
  received: readonly Conversation[],
): ConversationListData => {
  const cachedById = new Map(collectConversations(data).map((conversation) => [conversation._id, conversation]))
  const added = received.filter(({ _id }) => !cachedById.has(_id))
  const updated = received
    .filter((conversation) => cachedById.has(conversation._id))
    .reduce(
      (result, conversation) =>
        replaceConversationInList(result, pickNewerConversation(cachedById.get(conversation._id), conversation)),
      data,
    )
  const [first, ...others] = updated.pages
  if (added.length === 0 || !first) return updated
  return { ...updated, pages: [{ ...first, conversations: [...added, ...first.conversations] }, ...others] }
}
