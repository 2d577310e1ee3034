import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import EraseLeadDialog from '../privacy/erase-lead-dialog.tsx'
import OptOutDialog from '../privacy/opt-out-dialog.tsx'
import { LeadProfileSheet } from '../profile/lead-profile-sheet.tsx'

/** Kind of dialog that is opened from a conversation's header: the lead's profile, or the confirmation of an erasure or opt-out. */
export type ThreadDialogKind = 'profile' | 'erase' | 'opt-out'

interface ThreadDialogProps {
  kind: ThreadDialogKind
  conversation: Conversation
  lead: Lead | undefined
  leadName: string
  onClose: () => void
}

/** Dialog that is opened from a conversation's header. It stays mounted after the menu that opened it has closed. */
export default function ThreadDialog({ kind, conversation, lead, leadName, onClose }: ThreadDialogProps) {
  const dialogProps = { open: true, onOpenChange: (open: boolean) => !open && onClose(), leadName }
  if (kind === 'profile') return lead && <LeadProfileSheet {...dialogProps} conversation={conversation} lead={lead} />
  return kind === 'erase' ? (
    <EraseLeadDialog {...dialogProps} conversation={conversation} />
  ) : (
    <OptOutDialog {...dialogProps} leadId={conversation.lead_id} />
  )
}
