import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { useSession } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { toActionTarget, usePauseAction } from '../../actions/pause-action.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

interface AgentPauseHintProps {
  conversation: Conversation
  lead: Lead
  agentName: string
}

/** Hint above the composer. Warns that writing pauses the agent; while the agent is paused, shows who paused it and a button to resume. */
export default function AgentPauseHint({ conversation, lead, agentName }: AgentPauseHintProps) {
  const userId = useSession((state) => state.user?.id)
  const { run, isPending } = usePauseAction(toActionTarget(conversation, lead))
  const { pause_holder: holder } = lead
  const agent = agentName || 'o agente'
  // The warning is shown only if the server pauses the agent when a user writes.
  if (!lead.pause) return lead.pauses_on_manual && `Ao escrever, você assume e ${agent} fica em pausa.`
  return (
    <div className="flex min-h-8 coarse:min-h-11 shrink-0 flex-wrap items-center gap-x-2 border-line border-t px-4 text-ink-2 text-meta sm:px-5">
      <p className="min-w-0">
        {holder && `${holder.id === userId ? 'Você' : stripBidiControls(holder.name)} assumiu · `}
        {`${agent} em pausa`}
      </p>
      <Button
        variant="ghost"
        busy={isPending}
        className="!px-1.5 !text-meta !text-primary"
        onClick={({ detail }) => detail < 2 && !isPending && run()}
      >
        {`Devolver para ${agent}`}
      </Button>
    </div>
  )
}
