import Search from 'lucide-react/icons/search'
import { useSession } from '../../../shared/session/session.ts'
import { openOverlay } from '../../../shared/ui/layers/overlay.ts'
import { MenuItem } from '../../../shared/ui/menus/menu.tsx'
import { ActionMenuItem, useConversationActions } from '../actions/conversation-actions.tsx'
import type { ActionTarget } from '../actions/pause-action.ts'
import { OptOutMenuItem } from '../privacy/opt-out-menu-item.tsx'
import { PrivacyMenuItems } from '../privacy/privacy-menu-items.tsx'
import type { ThreadDialogKind } from './thread-dialog.tsx'

interface ThreadMenuItemsProps {
  target: ActionTarget
  onOpenDialog: (kind: ThreadDialogKind) => void
}

/** Menu items for less frequent actions on a lead. */
export default function ThreadMenuItems({ target, onOpenDialog }: ThreadMenuItemsProps) {
  const { attention, archive } = useConversationActions(target)
  const canSearch = useSession(({ user }) => user?.capabilities?.includes('search'))
  return (
    <>
      <ActionMenuItem action={attention} showsShortcut />
      <ActionMenuItem action={archive} showsShortcut />
      <OptOutMenuItem leadId={target.lead_id} onSelect={() => onOpenDialog('opt-out')} />
      <PrivacyMenuItems leadId={target.lead_id} onErase={() => onOpenDialog('erase')} />
      {canSearch && (
        <MenuItem onClick={() => openOverlay('palette', '', { leadId: target.lead_id })}>
          <Search aria-hidden="true" />
          Pesquisar nesta conversa
        </MenuItem>
      )}
    </>
  )
}
