import type { Agent } from '@prosa/contract/entities/agent'
import type { Source, SourceKind } from '@prosa/contract/entities/knowledge'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { LeaveQuestion } from '../../shared/ui/leave-question.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { knowledgeQueries } from './queries.ts'
import { draftOf } from './source-draft.ts'
import { SourceForm, WRITTEN_IS_LOST } from './source-form.tsx'
import { KINDS } from './source-words.ts'

/** Content of the dialog: a new source of a kind, or an existing one. */
export type Writing = { kind: SourceKind; source: Source | null }

interface PartProps {
  writing: Writing
  agents: readonly Agent[]
  isWritten: RefObject<boolean>
  onDone: () => void
}

function Kept({ id, ...rest }: PartProps & { id: string }) {
  const query = useQuery(knowledgeQueries.source(id))
  if (query.data)
    return (
      <SourceForm
        kind={rest.writing.kind}
        source={{ id, start: draftOf(query.data), filename: query.data.filename ?? null }}
        {...rest}
      />
    )
  if (query.error) return <LoadFailed query={query} words="Não foi possível buscar esta fonte." />
  return <Skeleton className="h-72" />
}

/** Dialog to create or edit a source. Closing it with unsaved text requires confirmation. */
export function SourceDialog({ writing, agents, onClose }: Pick<PartProps, 'writing' | 'agents'> & { onClose: () => void }) {
  const isWritten = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const leave = () => {
    if (isWritten.current) setAsked(true)
    else onClose()
  }
  const { kind, source } = writing
  const part = { writing, agents, isWritten, onDone: onClose }
  return (
    <Dialog
      open
      tall
      wide
      title={source ? `Editar “${source.title}”` : KINDS[kind].label}
      onOpenChange={(open) => !open && leave()}
      onBack={leave}
    >
      {source ? <Kept id={source._id} {...part} /> : <SourceForm kind={kind} source={null} {...part} />}
      <LeaveQuestion open={isAsked} description={WRITTEN_IS_LOST} onStay={() => setAsked(false)} onLeave={onClose} />
    </Dialog>
  )
}
