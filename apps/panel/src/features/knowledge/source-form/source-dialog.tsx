import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { KnowledgeSource, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { UnsavedChangesDialog } from '../../../shared/ui/dialogs/unsaved-changes-dialog.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { knowledgeQueries } from '../queries.ts'
import { SOURCE_KIND_LABELS } from '../sources/source-labels.ts'
import { toSourceDraft } from './source-draft.ts'
import { SourceForm, UNSAVED_SOURCE_WARNING } from './source-form.tsx'

/** Content of the dialog: the kind of knowledge source, and the source to edit (null for a new one). */
export type SourceDialogContent = { kind: SourceKind; source: KnowledgeSource | null }

interface SourceDialogPartProps {
  writing: SourceDialogContent
  agents: readonly Agent[]
  isWritten: RefObject<boolean>
  onDone: () => void
}

function ExistingSource({ id, ...rest }: SourceDialogPartProps & { id: string }) {
  const query = useQuery(knowledgeQueries.source(id))
  if (query.data)
    return (
      <SourceForm
        kind={rest.writing.kind}
        source={{ id, start: toSourceDraft(query.data), filename: query.data.filename ?? null }}
        {...rest}
      />
    )
  if (query.error) return <LoadError query={query} words="Não foi possível buscar esta fonte." />
  return <Skeleton className="h-72" />
}

/** Dialog that creates or edits a knowledge source. It asks for confirmation before unsaved text is discarded. */
export function SourceDialog({
  writing,
  agents,
  onClose,
}: Pick<SourceDialogPartProps, 'writing' | 'agents'> & { onClose: () => void }) {
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
      title={source ? `Editar “${source.title}”` : SOURCE_KIND_LABELS[kind].label}
      onOpenChange={(open) => !open && leave()}
      onBack={leave}
    >
      {source ? <ExistingSource id={source._id} {...part} /> : <SourceForm kind={kind} source={null} {...part} />}
      <UnsavedChangesDialog
        open={isAsked}
        description={UNSAVED_SOURCE_WARNING}
        onStay={() => setAsked(false)}
        onLeave={onClose}
      />
    </Dialog>
  )
}
