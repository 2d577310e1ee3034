import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { useRegisterNumber } from '../mutations.ts'

interface RegisterDialogProps {
  number: WhatsappNumber
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Dialog that registers a WhatsApp number for sending again. It asks for the PIN if the number has one; otherwise the server sets a PIN.
 */
export function RegisterDialog({ number, open, onOpenChange }: RegisterDialogProps) {
  const register = useRegisterNumber()
  const [pin, setPin] = useState('')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Registrar ${number.display_number}`}
      description="Se o número já tem a verificação em duas etapas do WhatsApp, digite o PIN dele; se não tem, deixe vazio."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          register.mutate({ id: number.id, ...(pin ? { pin } : {}) }, { onSuccess: () => onOpenChange(false) })
        }}
      >
        <TextField
          label="PIN de 6 algarismos"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={pin}
          onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
          error={register.error ? getErrorReason(register.error, 'Não foi possível registrar. Tente novamente.') : undefined}
        />
        <Button type="submit" variant="primary" className="self-end" busy={register.isPending}>
          Registrar
        </Button>
      </form>
    </Dialog>
  )
}
