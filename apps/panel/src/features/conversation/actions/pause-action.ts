import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import type { LucideIcon } from 'lucide-react'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ShortcutId } from '../../../shared/shortcuts/shortcuts.ts'
import { usePauseMutation } from './mutations.ts'

export type ActionTarget = Pick<Conversation, '_id' | 'lead_id' | 'needs_attention' | 'pause' | 'archive'>

/** Returns the conversation with `pause` and `archive` taken from the lead, if loaded, because the lead is more current. */
export const toActionTarget = (conversation: Conversation, lead: Lead | undefined): ActionTarget =>
  lead ? { ...conversation, pause: lead.pause, archive: lead.archive ?? false } : conversation

/** Action on a conversation, with a label that depends on the conversation's state. */
export interface ConversationAction {
  readonly label: string
  readonly Icon: LucideIcon
  /** Keyboard shortcut for the same action on the open conversation. */
  readonly shortcut?: ShortcutId
  readonly isPending: boolean
  readonly run: () => void
}

export function usePauseAction(target: ActionTarget): ConversationAction {
  const { mutate, isPending } = usePauseMutation(target.lead_id)
  const isPaused = target.pause === true
  return {
    label: isPaused ? 'Iniciar agente' : 'Pausar agente',
    Icon: isPaused ? Play : Pause,
    isPending,
    run: () => mutate({ ...target, pause: !isPaused }),
  }
}
