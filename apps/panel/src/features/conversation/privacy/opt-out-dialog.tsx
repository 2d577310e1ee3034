import { optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { ATTENTION_REASON_MAX_CHARS, OPT_OUT_REASON_MIN_CHARS } from '@prosa/contract/constants'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { formatShortDate } from '../../../shared/formatting/format-date.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { createOwnErrorOptions, updateCachedLead } from '../actions/mutations.ts'
import { useLeadOptOut } from './use-lead-opt-out.ts'

interface OptOutDialogProps {
  leadId: string
  leadName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

function useSaveOptOut(leadId: string, onSaved: () => void) {
  const client = useQueryClient()
  const subject = ['opt-out', leadId]
  return useMutation({
    ...createOwnErrorOptions(subject),
    mutationFn: async (body: { opt_out: boolean; reason: string }) =>
      (await call(optOutLead, { params: { id: leadId }, body })).data,
    onSuccess: ({ opt_out }) => {
      updateCachedLead(client, leadId, { opt_out })
      notify.success({ title: opt_out ? 'O lead não recebe mais o que não pediu' : 'O lead pode receber mensagens de novo' })
      onSaved()
    },
    onError: (error) =>
      notifyError(error, { title: 'Não foi possível salvar', message: getErrorReason(error, 'Tente novamente.'), subject }),
  })
}

const formatOptOut = ({ at, words }: NonNullable<Lead['opt_out']>): string =>
  `Não quer receber desde ${formatShortDate(at)}${words ? `: “${words}”` : '.'}`

/** Dialog that records that a lead wants no unsolicited messages (opt-out), or revokes the opt-out with a reason. */
export default function OptOutDialog({ leadId, leadName, open, onOpenChange }: OptOutDialogProps) {
  const optOut = useLeadOptOut(leadId)
  // Whether the dialog revokes an opt-out. Set once when the dialog opens, so that its question does not change when the response arrives.
  const [isLiftingOptOut] = useState(Boolean(optOut))
  const [reason, setReason] = useState('')
  const saveMutation = useSaveOptOut(leadId, () => onOpenChange(false))
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isLiftingOptOut ? `Permitir mensagens a ${leadName}?` : `Não enviar mensagens a ${leadName}?`}
      description={
        isLiftingOptOut
          ? optOut
            ? formatOptOut(optOut)
            : ''
          : 'Modelos e mensagens automáticas não saem mais. Se o lead escrever, ainda recebe resposta, e a equipe ainda pode escrever à mão.'
      }
      confirmLabel={isLiftingOptOut ? 'Permitir' : 'Não enviar'}
      busy={saveMutation.isPending}
      canConfirm={!isLiftingOptOut || reason.trim().length >= OPT_OUT_REASON_MIN_CHARS}
      onConfirm={() => saveMutation.mutate({ opt_out: !isLiftingOptOut, reason: reason.trim() })}
    >
      <TextField
        label={isLiftingOptOut ? 'Por que pode receber de novo' : 'Motivo (opcional)'}
        required={isLiftingOptOut}
        value={reason}
        maxLength={ATTENTION_REASON_MAX_CHARS}
        onChange={(event) => setReason(event.target.value)}
        autoComplete="off"
      />
    </AlertDialog>
  )
}
