import type { Conversation } from '@prosa/contract/entities/conversation'
import { Archive, ArchiveRestore, Flag, FlagOff, Pause, Play } from 'lucide-react'
import { MenuItem } from '../../shared/ui/menu.tsx'
import { useArchive, useAttention, usePause } from './mutations.ts'

type Target = Pick<Conversation, '_id' | 'lead_id' | 'needs_attention' | 'pause' | 'archive'>

export const PAUSE_LABEL = { pause: 'Pausar agente', start: 'Iniciar agente' } as const

/** What the header's menu and a row's menu both offer. */
export function AttentionItem({ target }: { target: Target }) {
  const { mutate, isPending } = useAttention()
  const flagged = target.needs_attention === true
  return (
    <MenuItem disabled={isPending} onClick={() => mutate({ ...target, needs_attention: !flagged })}>
      {flagged ? <FlagOff aria-hidden="true" /> : <Flag aria-hidden="true" />}
      {flagged ? 'Remover atenção' : 'Necessita atenção'}
    </MenuItem>
  )
}

export function ArchiveItem({ target }: { target: Target }) {
  const { mutate, isPending } = useArchive()
  const archived = target.archive === true
  return (
    <MenuItem disabled={isPending} onClick={() => mutate({ ...target, archive: !archived })}>
      {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
      {archived ? 'Desarquivar o Lead' : 'Arquivar'}
    </MenuItem>
  )
}

export function PauseItem({ target }: { target: Target }) {
  const { mutate, isPending } = usePause()
  const paused = target.pause === true
  return (
    <MenuItem disabled={isPending} onClick={() => mutate({ ...target, pause: !paused })}>
      {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      {paused ? PAUSE_LABEL.start : PAUSE_LABEL.pause}
    </MenuItem>
  )
}
