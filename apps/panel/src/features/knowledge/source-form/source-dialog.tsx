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
  content: SourceDialogContent
  agents: readonly Agent[]
  isDirtyRef: RefObject<boolean>
  onDone: () => void
}

function ExistingSource({ id, ...rest }: SourceDialogPartProps & { id: string }) {
  const query = useQuery(knowledgeQueries.source(id))
  if (query.data)
    return (
      <SourceForm
        kind={rest.content.kind}
        source={{ id, initialDraft: toSourceDraft(query.data), filename: query.data.filename ?? null }}
        {...rest}
      />
    )
  if (query.error) return <LoadError query={query} message="Não foi possível buscar esta fonte." />
  return <Skeleton className="h-72" />
}

/** Dialog that creates or edits a knowledge source. It asks for confirmation before unsaved text is discarded. */
export function SourceDialog({
  content,
  agents,
  onClose,
}: Pick<SourceDialogPartProps, 'content' | 'agents'> & { onClose: () => void }) {
  const isDirtyRef = useRef(false)
  const [isConfirmingLeave, setConfirmingLeave] = useState(false)
  const requestClose = () => {
    if (isDirtyRef.current) setConfirmingLeave(true)
    else onClose()
  }
  const { kind, source } = content
  const partProps = { content, agents, isDirtyRef, onDone: onClose }
  return (
    <Dialog
      open
      tall
      wide
      title={source ? `Editar “${source.title}”` : SOURCE_KIND_LABELS[kind].label}
      onOpenChange={(open) => !open && requestClose()}
      onBack={requestClose}
    >
      {source ? <ExistingSource id={source._id} {...partProps} /> : <SourceForm kind={kind} source={null} {...partProps} />}
      <UnsavedChangesDialog
        open={isConfirmingLeave}
        description={UNSAVED_SOURCE_WARNING}
        onStay={() => setConfirmingLeave(false)}
        onLeave={onClose}
      />
    </Dialog>
  )
}
