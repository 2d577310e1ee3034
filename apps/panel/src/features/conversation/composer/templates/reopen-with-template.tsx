import { useQuery } from '@tanstack/react-query'
import MessageSquareReply from 'lucide-react/icons/message-square-reply'
import { Suspense, useState } from 'react'
import { isNotImplemented } from '../../../../shared/api/is-not-implemented.ts'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { useLeadOptOut } from '../../privacy/use-lead-opt-out.ts'
import { conversationTemplatesQuery } from './conversation-templates-query.ts'

const [TemplateDialog, prefetchTemplateDialog] = lazyComponent(() => import('./template-dialog.tsx'))

interface ReopenWithTemplateButtonProps {
  leadId: string
  conversationId: string
  /** Called after a message bubble was added to the conversation. */
  onQueued: () => void
}

/**
 * Button that sends an approved template, which is allowed after the conversation window has closed. Hidden if the server has no templates.
 */
export default function ReopenWithTemplateButton({ leadId, conversationId, onQueued }: ReopenWithTemplateButtonProps) {
  /** Whether the dialog is open; null before it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isOffered = useSession(({ user }) => user?.capabilities?.includes('templates') ?? false)
  const { error } = useQuery({ ...conversationTemplatesQuery(leadId, conversationId), enabled: isOffered })
  const optOut = useLeadOptOut(leadId)
  if (!isOffered || isNotImplemented(error)) return null
  if (optOut) return <p className="text-ink-2 text-ui">Este lead pediu para não receber mensagens.</p>
  return (
    <>
      <Button onPointerEnter={prefetchTemplateDialog} onFocus={prefetchTemplateDialog} onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        Reabrir com modelo
      </Button>
      {isOpen !== null && (
        <Suspense>
          <TemplateDialog
            leadId={leadId}
            conversationId={conversationId}
            open={isOpen}
            onOpenChange={setOpen}
            onQueued={onQueued}
          />
        </Suspense>
      )}
    </>
  )
}
