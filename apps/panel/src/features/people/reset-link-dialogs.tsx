import type { Person } from '@prosa/contract/entities/organisation/person'
import type { RefObject } from 'react'
import { CopyLink } from '../../shared/ui/buttons/copy-link.tsx'
import { AlertDialog } from '../../shared/ui/dialogs/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { useCreateResetLink } from './mutations.ts'

interface ResetLinkDialogsProps {
  person: Person
  open: boolean
  onOpenChange: (open: boolean) => void
  finalFocus: RefObject<HTMLElement | null>
}

/** Dialogs that ask for confirmation, create a password reset link for a user, and show the link once. */
export function ResetLinkDialogs({ person, open, onOpenChange, finalFocus }: ResetLinkDialogsProps) {
  const linkCreation = useCreateResetLink(person)
  const { data, reset } = linkCreation
  return (
    <>
      <AlertDialog
        tall
        open={open}
        onOpenChange={onOpenChange}
        title={`Gerar link de senha para ${person.name}?`}
        description="Quem abrir o link escolhe uma nova senha. Vale 30 minutos e serve uma vez; a pessoa fica sabendo que foi você."
        confirmLabel="Gerar link"
        busy={linkCreation.isPending}
        finalFocus={finalFocus}
        onConfirm={() => {
          // The dialog is closed first, because the confirmation of the manager's identity may open next.
          onOpenChange(false)
          linkCreation.mutate()
        }}
      />
      <Dialog
        tall
        open={data !== undefined}
        onOpenChange={(next) => !next && reset()}
        title={`Link de senha de ${person.name}`}
        description={
          data?.email_sent
            ? 'Enviamos também por e-mail. Ele não aparece de novo: copie agora, se precisar.'
            : 'Ele não aparece de novo: copie e mande a quem pediu.'
        }
      >
        {data && <CopyLink link={data.link} label="Link de senha" />}
      </Dialog>
    </>
  )
}
