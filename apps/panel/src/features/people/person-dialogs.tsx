import type { Person } from '@prosa/contract/entities/organisation/person'
import type { RefObject } from 'react'
import { AlertDialog } from '../../shared/ui/dialogs/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { type PersonAction, usePersonAction } from './mutations.ts'
import type { PersonDialogKind } from './person-dialog-kind.ts'
import { PersonForm } from './person-form.tsx'
import { ResetLinkDialogs } from './reset-link-dialogs.tsx'

interface PersonDialogsProps {
  person: Person
  /** Kind of the open dialog; null if none is open. */
  kind: PersonDialogKind | null
  onClose: () => void
  /** Element that gets the focus when a dialog closes and the row that opened it is no longer in the list. */
  finalFocus: RefObject<HTMLElement | null>
}

const ACTION_TEXTS: Record<PersonAction, { title: (name: string) => string; description: string; confirmLabel: string }> = {
  off: { title: (name) => `Desativar ${name}?`, description: 'O acesso termina agora.', confirmLabel: 'Desativar' },
  on: {
    title: (name) => `Ativar ${name}?`,
    description: 'Volta a entrar com o telefone e a senha que já tinha.',
    confirmLabel: 'Ativar',
  },
  step: {
    title: (name) => `Remover o segundo passo de ${name}?`,
    description: 'Para quem perdeu o aplicativo, as chaves e os códigos: passa a entrar só com a senha, até ligar outro.',
    confirmLabel: 'Remover segundo passo',
  },
  end: {
    title: (name) => `Encerrar acessos de ${name}?`,
    description: 'Sai agora de todos os aparelhos e pode entrar de novo com a senha.',
    confirmLabel: 'Encerrar acessos',
  },
}

/** Dialogs about one user; at most one is open. */
export default function PersonDialogs({ person, kind, onClose, finalFocus }: PersonDialogsProps) {
  const personAction = usePersonAction(person)
  const onOpenChange = (open: boolean) => {
    if (!open) onClose()
  }
  return (
    <>
      <Dialog tall open={kind === 'edit'} onOpenChange={onOpenChange} title="Editar pessoa">
        <PersonForm key={person.id} person={person} onDone={onClose} />
      </Dialog>
      <ResetLinkDialogs person={person} open={kind === 'link'} onOpenChange={onOpenChange} finalFocus={finalFocus} />
      {(Object.keys(ACTION_TEXTS) as PersonAction[]).map((action) => (
        <AlertDialog
          key={action}
          tall
          open={kind === action}
          onOpenChange={onOpenChange}
          title={ACTION_TEXTS[action].title(person.name)}
          description={ACTION_TEXTS[action].description}
          confirmLabel={ACTION_TEXTS[action].confirmLabel}
          busy={personAction.isPending}
          finalFocus={finalFocus}
          onConfirm={() => {
            // The dialog is closed first, because the confirmation of the manager's identity may open next.
            if (action === 'step') onClose()
            personAction.mutate(action, { onSettled: onClose })
          }}
        />
      ))}
    </>
  )
}
