import { eraseLead } from '@prosa/contract/calls/privacy'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { reasonOf } from '../../../shared/api/reason.ts'
import { notify, notifyError } from '../../../shared/notifications.ts'
import { AlertDialog } from '../../../shared/ui/alert-dialog.tsx'
import { TextField } from '../../../shared/ui/text-field.tsx'
import { conversationKeys } from '../cache/keys.ts'
import { changeConversation } from '../cache/list-writer.ts'
import { ownErrorAbout } from '../changes/mutations.ts'

const WORD = 'APAGAR'

function useErase({ _id, lead_id }: Pick<Conversation, '_id' | 'lead_id'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const about = ['erase', lead_id]
  return useMutation({
    ...ownErrorAbout(about),
    mutationFn: () => call(eraseLead, { params: { id: lead_id } }),
    onSuccess: async () => {
      changeConversation(client, { leadId: lead_id, conversationId: _id }, (held) => ({ ...held, archive: true }))
      await navigate({ to: '/chat' })
      client.removeQueries({ queryKey: conversationKeys.thread(lead_id, _id) })
      client.removeQueries({ queryKey: conversationKeys.lead(lead_id) })
      await client.invalidateQueries({ queryKey: conversationKeys.lists })
      notify.success({ title: 'Os dados do lead foram apagados' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível apagar os dados do lead',
        message: reasonOf(error, 'Tente novamente.'),
        about,
      }),
  })
}

interface EraseDialogProps {
  conversation: Pick<Conversation, '_id' | 'lead_id'>
  who: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog that requires a typed word before the lead is erased, because it cannot be undone. */
export default function EraseDialog({ conversation, who, open, onOpenChange }: EraseDialogProps) {
  const [typed, setTyped] = useState('')
  const erasing = useErase(conversation)
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Apagar os dados de ${who}?`}
      description="Cadastro, mensagens e arquivos somem para sempre, para toda a equipe. Os números do painel continuam contando o que aconteceu."
      confirm="Apagar dados"
      busy={erasing.isPending}
      mayConfirm={typed.trim().toUpperCase() === WORD}
      onConfirm={() => erasing.mutate()}
    >
      <TextField
        label={`Digite ${WORD} para confirmar`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </AlertDialog>
  )
}
