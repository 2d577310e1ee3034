import { Archive, ArchiveRestore, Flag, FlagOff } from 'lucide-react'
import { MenuItem } from '../../shared/ui/menu.tsx'
import { useArchive, useAttention } from './mutations-in-menus.ts'
import { type Action, type ActionTarget, usePauseAction } from './pause-action.ts'

/** What the header, a row's menu and the palette offer. */
export function useActions(target: ActionTarget): Record<'pause' | 'attention' | 'archive', Action> {
  const pause = usePauseAction(target)
  const flagging = useAttention(target)
  const archiving = useArchive(target)
  const flagged = target.needs_attention === true
  const archived = target.archive === true
  return {
    pause,
    attention: {
      label: flagged ? 'Remover atenção' : 'Necessita atenção',
      Icon: flagged ? FlagOff : Flag,
      isPending: flagging.isPending,
      run: () => flagging.mutate({ ...target, needs_attention: !flagged }),
    },
    archive: {
      label: archived ? 'Desarquivar o Lead' : 'Arquivar',
      Icon: archived ? ArchiveRestore : Archive,
      isPending: archiving.isPending,
      run: () => archiving.mutate({ ...target, archive: !archived }),
    },
  }
}

export function ActionItem({ action: { label, Icon, isPending, run } }: { action: Action }) {
  return (
    <MenuItem disabled={isPending} onClick={run}>
      <Icon aria-hidden="true" />
      {label}
    </MenuItem>
  )
}
