import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { Link, useParams } from '@tanstack/react-router'
import CheckCheck from 'lucide-react/icons/check-check'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../../../shared/ui/menus/menu.tsx'
import { ActionMenuItem, useConversationActions } from '../../actions/conversation-actions.tsx'
import { useMarkReadMutation } from '../../actions/mutations.ts'

/** Context menu of a row: open, mark as read, and the three actions of the header (gap G29). */
export default function RowMenu({ conversation }: { conversation: Conversation }) {
  const { _id, lead_id, unreadCount } = conversation
  const { conversationId } = useParams({ strict: false })
  const showsShortcut = _id === conversationId
  const { mutate: markRead, isPending } = useMarkReadMutation()
  const { pause, attention, archive } = useConversationActions(conversation)
  return (
    <>
      <MenuLinkItem render={<Link to="/chat/$leadId/$conversationId" params={{ leadId: lead_id, conversationId: _id }} />}>
        <MessageSquareText aria-hidden="true" />
        Abrir conversa
      </MenuLinkItem>
      <MenuItem disabled={isPending || !unreadCount} onClick={() => markRead(conversation)}>
        <CheckCheck aria-hidden="true" />
        Marcar como lida
      </MenuItem>
      <MenuSeparator />
      <ActionMenuItem action={pause} showsShortcut={showsShortcut} />
      <ActionMenuItem action={attention} showsShortcut={showsShortcut} />
      <ActionMenuItem action={archive} showsShortcut={showsShortcut} />
    </>
  )
}
