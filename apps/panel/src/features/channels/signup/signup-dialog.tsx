import type { Agent } from '@prosa/contract/entities/agent'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { LoadFailed } from '../../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { SignupChoices } from './choices.tsx'
import { type Begun, SignupProgress } from './progress.tsx'
import { signupQueries } from './queries.ts'

interface SignupDialogProps {
  agents: readonly Agent[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** One that stands half done, to go on with. */
  half: string | null
  onOwnApp: () => void
}

function Way({ id, url, onAnew }: { id: string; url: string | undefined; onAnew: (begun: Begun) => void }) {
  const query = useQuery(signupQueries.one(id))
  if (query.data) return <SignupProgress signup={query.data} url={url} onAnew={onAnew} />
  if (query.error) return <LoadFailed query={query} words="Não foi possível ver até onde a ligação chegou." />
  return <Skeleton className="h-40" />
}

/** Linking a number by Meta's own page: what has to be chosen here, the link to it, and what came of it. */
export default function SignupDialog({ agents, open, onOpenChange, half, onOwnApp }: SignupDialogProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const id = begun?.id ?? half
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Conectar WhatsApp"
      description="A Meta pergunta qual é o número na página dela; nenhum ID é digitado."
    >
      {id === null ? (
        <SignupChoices agents={agents} onBegun={setBegun} onOwnApp={onOwnApp} />
      ) : (
        <Way id={id} url={begun?.url} onAnew={setBegun} />
      )}
    </Dialog>
  )
}
