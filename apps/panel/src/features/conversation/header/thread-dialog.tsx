import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import EraseLeadDialog from '../privacy/erase-lead-dialog.tsx'
import OptOutDialog from '../privacy/opt-out-dialog.tsx'
import { LeadProfileSheet } from '../profile/lead-profile-sheet.tsx'

/** Dialogs that the thread's header opens: the profile, or a confirmation of the menu. */
export type ThreadDialogKind = 'profile' | 'erase' | 'opt-out'

interface ThreadDialogProps {
  asks: ThreadDialogKind
  conversation: Conversation
  lead: Lead | undefined
  who: string
  onClose: () => void
}

/** Stays mounted after the menu that opened it has closed. */
export default function ThreadDialog({ asks, conversation, lead, who, onClose }: ThreadDialogProps) {
  const layer = { open: true, onOpenChange: (open: boolean) => !open && onClose(), who }
  if (asks === 'profile') return lead && <LeadProfileSheet {...layer} conversation={conversation} lead={lead} />
  return asks === 'erase' ? (
    <EraseLeadDialog {...layer} conversation={conversation} />
  ) : (
    <OptOutDialog {...layer} leadId={conversation.lead_id} />
  )
}
