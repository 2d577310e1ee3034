import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { canEditTemplate } from '@prosa/contract/rules/whatsapp/template-draft'
import { useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { formatTemplateTitle } from '../../../shared/ui/templates/template-labels.ts'
import { useDeleteTemplate } from './template-mutations.ts'

interface TemplateActionsProps {
  numberId: string
  template: WhatsappTemplate
  onEdit: () => void
}

/**
 * Buttons for the actions on a message template. A template that is in review, or that has parts which the editor does not support, cannot
 * be edited.
 */
export function TemplateActions({ numberId, template, onEdit }: TemplateActionsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const deleteMutation = useDeleteTemplate(numberId)
  const title = formatTemplateTitle(template)
  return (
    <div className="flex flex-wrap gap-2">
      {template.status !== 'PENDING' && canEditTemplate(template) && (
        <Button onClick={onEdit} aria-label={`Editar ${title}`}>
          Editar
        </Button>
      )}
      <Button onClick={() => setConfirming(true)} aria-label={`Excluir ${title}`}>
        Excluir
      </Button>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Excluir ${title}?`}
        description="Ninguém mais pode enviá-lo. Por 30 dias a Meta não aceita outro modelo com este nome."
        confirmLabel="Excluir"
        busy={deleteMutation.isPending}
        onConfirm={() => deleteMutation.mutate(template, { onSettled: () => setConfirming(false) })}
      />
    </div>
  )
}
