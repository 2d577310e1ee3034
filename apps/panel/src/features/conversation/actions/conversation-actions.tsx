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
  const attentionMutation = useAttentionMutation(target)
  const archiveMutation = useArchiveMutation(target)
  const isFlagged = target.needs_attention === true
  const isArchived = target.archive === true
  return {
    pause: { ...pause, shortcut: 'pause' },
    attention: {
      shortcut: 'attention',
      label: isFlagged ? 'Remover atenção' : 'Necessita atenção',
      Icon: isFlagged ? FlagOff : Flag,
      isPending: attentionMutation.isPending,
      run: () => attentionMutation.mutate({ ...target, needs_attention: !isFlagged }),
    },
    archive: {
      shortcut: 'archive',
      label: isArchived ? 'Desarquivar o Lead' : 'Arquivar',
      Icon: isArchived ? ArchiveRestore : Archive,
      isPending: archiveMutation.isPending,
      run: () => archiveMutation.mutate({ ...target, archive: !isArchived }),
    },
  }
}

/** Menu item of an action. `showsShortcut`: whether to show the keyboard shortcut, which works only for the open conversation. */
export function ActionMenuItem({ action, showsShortcut = false }: { action: ConversationAction; showsShortcut?: boolean }) {
  const { label, Icon, isPending, run, shortcut } = action
  return (
    <MenuItem disabled={isPending} onClick={run}>
      <Icon aria-hidden="true" />
      {label}
      {showsShortcut && shortcut && (
        <span aria-hidden="true" className="ml-auto pl-3 coarse:hidden">
          <Kbd shortcut={shortcut} />
        </span>
      )}
    </MenuItem>
  )
}
