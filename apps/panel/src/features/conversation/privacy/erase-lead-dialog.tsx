import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { createOwnErrorOptions } from '../actions/mutations.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import { updateCachedConversation } from '../cache/update-cached-conversation.ts'

const CONFIRMATION_WORD = 'APAGAR'

function useEraseLead({ _id, lead_id }: Pick<Conversation, '_id' | 'lead_id'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const subject = ['erase', lead_id]
  return useMutation({
    ...createOwnErrorOptions(subject),
    mutationFn: () => call(eraseLead, { params: { id: lead_id } }),
    onSuccess: async () => {
      updateCachedConversation(client, { leadId: lead_id, conversationId: _id }, (cached) => ({ ...cached, archive: true }))
      await navigate({ to: '/chat' })
      client.removeQueries({ queryKey: conversationKeys.thread(lead_id, _id) })
      client.removeQueries({ queryKey: conversationKeys.lead(lead_id) })
      await client.invalidateQueries({ queryKey: conversationKeys.lists })
      notify.success({ title: 'Os dados do lead foram apagados' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível apagar os dados do lead',
        message: getErrorReason(error, 'Tente novamente.'),
        subject,
      }),
  })
}

interface EraseLeadDialogProps {
  conversation: Pick<Conversation, '_id' | 'lead_id'>
  leadName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog that erases a lead. The user must type a word first, because the erasure cannot be undone. */
export default function EraseLeadDialog({ conversation, leadName, open, onOpenChange }: EraseLeadDialogProps) {
  const [confirmationText, setConfirmationText] = useState('')
  const eraseMutation = useEraseLead(conversation)
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Apagar os dados de ${leadName}?`}
      description="Cadastro, mensagens e arquivos somem para sempre, para toda a equipe. Os números do painel continuam contando o que aconteceu."
      confirmLabel="Apagar dados"
      busy={eraseMutation.isPending}
      canConfirm={confirmationText.trim().toUpperCase() === CONFIRMATION_WORD}
      onConfirm={() => eraseMutation.mutate()}
    >
      <TextField
        label={`Digite ${CONFIRMATION_WORD} para confirmar`}
        value={confirmationText}
        onChange={(event) => setConfirmationText(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </AlertDialog>
  )
}
