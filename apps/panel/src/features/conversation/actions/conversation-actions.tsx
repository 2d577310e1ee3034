import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import Flag from 'lucide-react/icons/flag'
import FlagOff from 'lucide-react/icons/flag-off'
import { Kbd } from '../../../shared/shortcuts/kbd.tsx'
import { MenuItem } from '../../../shared/ui/menus/menu.tsx'
import { useArchiveMutation, useAttentionMutation } from './menu-mutations.ts'
import { type ActionTarget, type ConversationAction, usePauseAction } from './pause-action.ts'

/** Returns the actions on a conversation for its header, the menu of its row and the palette. */
export function useConversationActions(target: ActionTarget): Record<'pause' | 'attention' | 'archive', ConversationAction> {
  const pause = usePauseAction(target)
  const flagging = useAttentionMutation(target)
  const archiving = useArchiveMutation(target)
  const flagged = target.needs_attention === true
  const archived = target.archive === true
  return {
    pause: { ...pause, shortcut: 'pause' },
    attention: {
      shortcut: 'attention',
      label: flagged ? 'Remover atenção' : 'Necessita atenção',
      Icon: flagged ? FlagOff : Flag,
      isPending: flagging.isPending,
      run: () => flagging.mutate({ ...target, needs_attention: !flagged }),
    },
    archive: {
      shortcut: 'archive',
      label: archived ? 'Desarquivar o Lead' : 'Arquivar',
      Icon: archived ? ArchiveRestore : Archive,
      isPending: archiving.isPending,
      run: () => archiving.mutate({ ...target, archive: !archived }),
    },
  }
}

/** Menu item of an action. `withKey`: whether to show the keyboard shortcut, which works only for the open conversation. */
export function ActionMenuItem({ action, withKey = false }: { action: ConversationAction; withKey?: boolean }) {
  const { label, Icon, isPending, run, shortcut } = action
  return (
    <MenuItem disabled={isPending} onClick={run}>
      <Icon aria-hidden="true" />
      {label}
      {withKey && shortcut && (
        <span aria-hidden="true" className="ml-auto pl-3 coarse:hidden">
          <Kbd of={shortcut} />
        </span>
      )}
    </MenuItem>
  )
}
