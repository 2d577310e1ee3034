import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import EraseDialog from '../privacy/erase-dialog.tsx'
import OptOutDialog from '../privacy/opt-out-dialog.tsx'
import { ProfileSheet } from './profile-sheet.tsx'

/** What the thread's header opens over the page: the profile, or what its menu asks about before it is done. */
export type ThreadQuestion = 'profile' | 'erase' | 'opt-out'

interface ThreadDialogProps {
  asks: ThreadQuestion
  conversation: Conversation
  lead: Lead | undefined
  who: string
  onClose: () => void
}

/** Outlives the menu that opened it. */
export default function ThreadDialog({ asks, conversation, lead, who, onClose }: ThreadDialogProps) {
  const layer = { open: true, onOpenChange: (open: boolean) => !open && onClose(), who }
  if (asks === 'profile') return lead && <ProfileSheet {...layer} conversation={conversation} lead={lead} />
  return asks === 'erase' ? (
    <EraseDialog {...layer} conversation={conversation} />
  ) : (
    <OptOutDialog {...layer} leadId={conversation.lead_id} />
  )
}
