import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import EraseLeadDialog from '../privacy/erase-lead-dialog.tsx'
import OptOutDialog from '../privacy/opt-out-dialog.tsx'
import { LeadProfileSheet } from '../profile/lead-profile-sheet.tsx'

/** Dialog that is opened from a conversation's header: the lead's profile, or a confirmation for a menu item. */
export type ThreadDialogKind = 'profile' | 'erase' | 'opt-out'

interface ThreadDialogProps {
  asks: ThreadDialogKind
  conversation: Conversation
  lead: Lead | undefined
  who: string
  onClose: () => void
}

/** Dialog that is opened from a conversation's header. It stays mounted after the menu that opened it has closed. */
export default function ThreadDialog({ asks, conversation, lead, who, onClose }: ThreadDialogProps) {
  const layer = { open: true, onOpenChange: (open: boolean) => !open && onClose(), who }
  if (asks === 'profile') return lead && <LeadProfileSheet {...layer} conversation={conversation} lead={lead} />
  return asks === 'erase' ? (
    <EraseLeadDialog {...layer} conversation={conversation} />
  ) : (
    <OptOutDialog {...layer} leadId={conversation.lead_id} />
  )
}
