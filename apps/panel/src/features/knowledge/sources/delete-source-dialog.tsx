import type { KnowledgeSource } from '@prosa/contract/entities/agents/knowledge'
import type { RefObject } from 'react'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { useSourceAction } from '../mutations.ts'

interface DeleteSourceDialogProps {
  source: KnowledgeSource
  onClose: () => void
  /** Element that gets the focus after the deletion, because the row of the source is removed. */
  finalFocus: RefObject<HTMLElement | null>
}

export function DeleteSourceDialog({ source, onClose, finalFocus }: DeleteSourceDialogProps) {
  const deletion = useSourceAction('delete')
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Apagar “${source.title}”?`}
      description="Os agentes deixam de responder com ela. O que já foi dito continua nas conversas, com a sua origem."
      confirmLabel="Apagar"
      busy={deletion.isPending}
      finalFocus={finalFocus}
      onConfirm={() => deletion.mutate(source, { onSettled: onClose })}
    />
  )
}
