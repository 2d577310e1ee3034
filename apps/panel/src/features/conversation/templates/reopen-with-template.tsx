import { CSPProvider } from '@base-ui/react/csp-provider'
import { useQuery } from '@tanstack/react-query'
import MessageSquareReply from 'lucide-react/icons/message-square-reply'
import { useState } from 'react'
import { isMissing } from '../../../shared/api/missing.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useOptOut } from '../privacy/use-opt-out.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { templatesOf } from './template-queries.ts'

interface ReopenProps {
  leadId: string
  conversationId: string
  /** A bubble was put into the conversation. */
  onPut: () => void
}

/** The way out of a closed window: an approved template. Not there where the provider has no templates at all. */
export default function ReopenWithTemplate({ leadId, conversationId, onPut }: ReopenProps) {
  const [isOpen, setOpen] = useState(false)
  const { error } = useQuery(templatesOf(leadId, conversationId))
  const optOut = useOptOut(leadId)
  if (isMissing(error)) return null
  if (optOut) return <p className="text-ink-2 text-ui">Este lead pediu para não receber mensagens.</p>
  return (
    <CSPProvider disableStyleElements>
      <Button onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        Reabrir com modelo
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Reabrir com modelo"
        description="Fora das 24 horas, o WhatsApp só entrega modelos aprovados pela Meta."
      >
        <TemplateDialog leadId={leadId} conversationId={conversationId} onPut={onPut} onSent={() => setOpen(false)} />
      </Dialog>
    </CSPProvider>
  )
}
