import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import { Archive, ArchiveRestore, Flag, FlagOff, type LucideIcon, Pause, Play } from 'lucide-react'
import { MenuItem } from '../../shared/ui/menu.tsx'
import { useArchive, useAttention, usePause } from './mutations.ts'

type Target = Pick<Conversation, '_id' | 'lead_id' | 'needs_attention' | 'pause' | 'archive'>

/** A conversation as its actions see it: the lead itself knows best whether it is paused or archived. */
export const targetOf = (conversation: Conversation, lead: Lead | undefined): Target =>
  lead ? { ...conversation, pause: lead.pause, archive: lead.archive ?? false } : conversation

/** Something that can be done to a conversation, in the words of its present state. */
export interface Action {
  readonly label: string
  readonly Icon: LucideIcon
  readonly isPending: boolean
  readonly run: () => void
}

/** What the header, a row's menu and the palette offer. */
export function useActions(target: Target): Record<'pause' | 'attention' | 'archive', Action> {
  const pausing = usePause()
  const flagging = useAttention()
  const archiving = useArchive()
  const paused = target.pause === true
  const flagged = target.needs_attention === true
  const archived = target.archive === true
  return {
    pause: {
      label: paused ? 'Iniciar agente' : 'Pausar agente',
      Icon: paused ? Play : Pause,
      isPending: pausing.isPending,
      run: () => pausing.mutate({ ...target, pause: !paused }),
    },
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
