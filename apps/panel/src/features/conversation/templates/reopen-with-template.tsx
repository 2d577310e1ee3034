import { useQuery } from '@tanstack/react-query'
import MessageSquareReply from 'lucide-react/icons/message-square-reply'
import { Suspense, useState } from 'react'
import { isMissing } from '../../../shared/api/missing.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { latePart } from '../../../shared/ui/late-part.tsx'
import { useOptOut } from '../privacy/use-opt-out.ts'
import { templatesOf } from './template-queries.ts'

const [TemplateDialog, prepareDialog] = latePart(() => import('./template-dialog.tsx'))

interface ReopenProps {
  leadId: string
  conversationId: string
  /** A bubble was put into the conversation. */
  onPut: () => void
}

/** The way out of a closed window: an approved template. Not there where the provider has no templates at all. */
export default function ReopenWithTemplate({ leadId, conversationId, onPut }: ReopenProps) {
  /** Null: it was not opened yet. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isOffered = useSession(({ user }) => user?.capabilities?.includes('templates') ?? false)
  const { error } = useQuery({ ...templatesOf(leadId, conversationId), enabled: isOffered })
  const optOut = useOptOut(leadId)
  if (!isOffered || isMissing(error)) return null
  if (optOut) return <p className="text-ink-2 text-ui">Este lead pediu para não receber mensagens.</p>
  return (
    <>
      <Button onPointerEnter={prepareDialog} onFocus={prepareDialog} onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        Reabrir com modelo
      </Button>
      {isOpen !== null && (
        <Suspense>
          <TemplateDialog leadId={leadId} conversationId={conversationId} open={isOpen} onOpenChange={setOpen} onPut={onPut} />
        </Suspense>
      )}
    </>
  )
}
