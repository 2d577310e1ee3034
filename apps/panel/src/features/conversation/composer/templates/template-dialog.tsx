import { CSPProvider } from '@base-ui/react/csp-provider'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onServerEvent } from '../../../../shared/realtime/socket.ts'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import { LoadError } from '../../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { conversationTemplatesQuery } from './conversation-templates-query.ts'
import { FillTemplateForm } from './fill-template-form.tsx'
import { TemplateList } from './template-list.tsx'

interface TemplateChooserProps {
  leadId: string
  conversationId: string
  onQueued: () => void
  onSent: () => void
}

interface TemplateDialogProps extends Omit<TemplateChooserProps, 'onSent'> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog to choose, fill and send a template. */
export default function TemplateDialog({ open, onOpenChange, ...chooserProps }: TemplateDialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Reabrir com modelo"
        description="Fora das 24 horas, o WhatsApp só entrega modelos aprovados pela Meta."
      >
        <TemplateChooser {...chooserProps} onSent={() => onOpenChange(false)} />
      </Dialog>
    </CSPProvider>
  )
}

/** List of templates, replaced by the form of the chosen template. The form keeps its input if the user returns to the list. */
function TemplateChooser({ leadId, conversationId, onQueued, onSent }: TemplateChooserProps) {
  const query = useQuery(conversationTemplatesQuery(leadId, conversationId))
  const { data: templates, error } = query
  const [selectedTemplate, setSelectedTemplate] = useState<MessageTemplate | null>(null)
  const [isChoosing, setChoosing] = useState(true)
  const client = useQueryClient()
  // Refetches the list when an event reports that Meta changed the state of a template.
  useEffect(
    () =>
      onServerEvent(
        'channel_updated',
        () => void client.invalidateQueries({ queryKey: conversationTemplatesQuery(leadId, conversationId).queryKey }),
      ),
    [client, leadId, conversationId],
  )
  const formContainer = useRef<HTMLDivElement>(null)
  // The clicked element was removed, so the focus moves to the first field or to the send button.
  useEffect(() => {
    if (!isChoosing) formContainer.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus()
  }, [isChoosing])

  if (!templates && error) {
    return <LoadError query={query} message="Não foi possível buscar os modelos." />
  }
  if (!templates) {
    return (
      <div role="status" aria-label="Carregando modelos" className="flex flex-col gap-2">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  if (templates.length === 0) {
    return (
      <p className="text-ink-2 text-ui">
        Nenhum modelo aprovado. Quem administra cria um em Organização › Números › Modelos, e a Meta aprova.
      </p>
    )
  }
  return (
    <>
      {isChoosing && (
        <TemplateList
          templates={templates}
          previousChoice={selectedTemplate}
          onChoose={(template) => {
            setSelectedTemplate(template)
            setChoosing(false)
          }}
        />
      )}
      {selectedTemplate && (
        <div ref={formContainer} hidden={isChoosing}>
          <FillTemplateForm
            key={`${selectedTemplate.name} ${selectedTemplate.language}`}
            conversation={{ leadId, conversationId }}
            template={selectedTemplate}
            onBack={() => setChoosing(true)}
            onQueued={onQueued}
            onSent={onSent}
          />
        </div>
      )}
    </>
  )
}
