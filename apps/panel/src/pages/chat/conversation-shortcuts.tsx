import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useOpenConversationActions } from '../../features/conversation/actions/use-open-conversation-actions.ts'
import { conversationKeys } from '../../features/conversation/cache/conversation-keys.ts'
import { type ConversationListData, collectConversations } from '../../features/conversation/cache/list/list-cache.ts'
import { sortConversations } from '../../features/conversation/cache/list/sort-and-filter.ts'
import type { ShortcutId } from '../../shared/shortcuts/shortcuts.ts'
import { useShortcuts } from '../../shared/shortcuts/use-shortcuts.ts'

/** Handles the shortcuts for the open conversation, and the shortcut that opens the next unread conversation. */
export default function ConversationShortcuts({ agentId }: { agentId: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { conversationId: openId } = useParams({ strict: false })
  const { actions } = useOpenConversationActions()
  const createHandler =
    (id: ShortcutId) =>
    ({ isRepeat }: { isRepeat: boolean }) => {
      const action = actions.find(({ shortcut }) => shortcut === id)
      // If a key is held down, the action runs only once.
      if (action && !action.isPending && !isRepeat) action.run()
    }
  const openNextUnread = () => {
    const list = client.getQueryData<ConversationListData>(conversationKeys.list(agentId))
    const conversations = list ? sortConversations(collectConversations(list)) : []
    const openIndex = conversations.findIndex(({ _id }) => _id === openId)
    const next = [...conversations.slice(openIndex + 1), ...conversations.slice(0, Math.max(openIndex, 0))].find(
      ({ unreadCount }) => (unreadCount ?? 0) > 0,
    )
    if (!next) return
    void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId: next.lead_id, conversationId: next._id } })
  }
  useShortcuts({
    archive: createHandler('archive'),
    pause: createHandler('pause'),
    attention: createHandler('attention'),
    nextUnread: openNextUnread,
  })
  return null
}
