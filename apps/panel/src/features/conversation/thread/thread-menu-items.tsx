import Search from 'lucide-react/icons/search'
import { openOverlay } from '../../../shared/overlay.ts'
import { useSession } from '../../../shared/session/session.ts'
import { MenuItem } from '../../../shared/ui/menu.tsx'
import { ActionItem, useActions } from '../changes/actions.tsx'
import type { ActionTarget } from '../changes/pause-action.ts'
import { OptOutItem } from '../privacy/opt-out-item.tsx'
import { PrivacyItems } from '../privacy/privacy-items.tsx'
import type { ThreadQuestion } from './thread-dialog.tsx'

interface ThreadMenuItemsProps {
  target: ActionTarget
  onAsk: (question: ThreadQuestion) => void
}

/** Less frequent actions on a lead. */
export default function ThreadMenuItems({ target, onAsk }: ThreadMenuItemsProps) {
  const { attention, archive } = useActions(target)
  const canSearch = useSession(({ user }) => user?.capabilities?.includes('search'))
  return (
    <>
      <ActionItem action={attention} withKey />
      <ActionItem action={archive} withKey />
      <OptOutItem leadId={target.lead_id} onAsk={() => onAsk('opt-out')} />
      <PrivacyItems leadId={target.lead_id} onErase={() => onAsk('erase')} />
      {canSearch && (
        <MenuItem onClick={() => openOverlay('palette', '', { leadId: target.lead_id })}>
          <Search aria-hidden="true" />
          Pesquisar nesta conversa
        </MenuItem>
      )}
    </>
  )
}
