import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { useLinkNumber, useUnlinkNumber, useUpdateNumber } from '../mutations.ts'
import { OwnAppWebhookSettings } from '../own-app-webhook-settings.tsx'
import { NumberForm } from './number-form.tsx'
import { EMPTY_NUMBER, getNumberChanges } from './number-schema.ts'

interface DialogLayerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function LinkNumberDialog({ agents, open, onOpenChange }: DialogLayerProps & { agents: readonly Agent[] }) {
  const link = useLinkNumber()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Ligar número"
      description="A Meta precisa responder por este número antes que ele seja guardado."
    >
      <NumberForm
        agents={agents}
        initialDraft={EMPTY_NUMBER}
        isNew
        onSave={({ app_secret, ...draft }) => link.mutateAsync({ ...draft, ...(app_secret ? { app_secret } : {}) })}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

interface NumberDialogProps extends DialogLayerProps {
  number: WhatsappNumber
}

export function EditNumberDialog({ number, agents, open, onOpenChange }: NumberDialogProps & { agents: readonly Agent[] }) {
  const updateMutation = useUpdateNumber()
  const { id, agent_id, phone_number_id, waba_id, display_number } = number
  const initialDraft = { ...EMPTY_NUMBER, agent_id, phone_number_id, waba_id }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Editar ${display_number}`}>
      <NumberForm
        agents={agents}
        initialDraft={initialDraft}
        isNew={false}
        onSave={async (draft) => {
          const changes = getNumberChanges(initialDraft, draft)
          if (Object.keys(changes).length > 0) await updateMutation.mutateAsync({ id, ...changes })
        }}
        onDone={() => onOpenChange(false)}
      />
      <OwnAppWebhookSettings webhook={number.webhook} />
    </Dialog>
  )
}

export function UnlinkNumberDialog({ number, open, onOpenChange }: NumberDialogProps) {
  const unlink = useUnlinkNumber()
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Desligar ${number.display_number}?`}
      description="As mensagens deste número deixam de chegar e de sair por aqui. As conversas ficam."
      confirmLabel="Desligar"
      busy={unlink.isPending}
      onConfirm={() => unlink.mutate(number, { onSettled: () => onOpenChange(false) })}
    />
  )
}
