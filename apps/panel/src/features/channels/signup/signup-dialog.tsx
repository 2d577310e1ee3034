import type { Agent } from '@prosa/contract/entities/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { signupQueries } from './queries.ts'
import { SignupChoices } from './signup-choices.tsx'
import { SignupProgress, type StartedSignup } from './signup-progress.tsx'

interface SignupDialogProps {
  agents: readonly Agent[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Id of an incomplete sign-up to continue; null for a new sign-up. */
  incompleteSignupId: string | null
  onOwnApp: () => void
}

function SignupView({
  id,
  url,
  onRestarted,
}: {
  id: string
  url: string | undefined
  onRestarted: (started: StartedSignup) => void
}) {
  const query = useQuery(signupQueries.one(id))
  if (query.data) return <SignupProgress signup={query.data} url={url} onRestarted={onRestarted} />
  if (query.error) return <LoadError query={query} message="Não foi possível ver até onde a ligação chegou." />
  return <Skeleton className="h-40" />
}

/**
 * Dialog that connects a WhatsApp number by Meta's sign-up page. It shows first the choices, then the link to Meta's page and the progress.
 */
export default function SignupDialog({ agents, open, onOpenChange, incompleteSignupId, onOwnApp }: SignupDialogProps) {
  const [started, setStarted] = useState<StartedSignup | null>(null)
  const id = started?.id ?? incompleteSignupId
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Conectar WhatsApp"
      description="A Meta pergunta qual é o número na página dela; nenhum ID é digitado."
    >
      {id === null ? (
        <SignupChoices agents={agents} onStarted={setStarted} onOwnApp={onOwnApp} />
      ) : (
        <SignupView id={id} url={started?.url} onRestarted={setStarted} />
      )}
    </Dialog>
  )
}
