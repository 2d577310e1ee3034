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
  /** Dialog that is open, or null. */
  layer: PersonDialogKind | null
  onClose: () => void
  /** Element that gets the focus when a dialog closes and the row that opened it is no longer in the list. */
  returnTo: RefObject<HTMLElement | null>
}

const ACTION_TEXTS: Record<PersonAction, { title: (name: string) => string; description: string; confirm: string }> = {
  off: { title: (name) => `Desativar ${name}?`, description: 'O acesso termina agora.', confirm: 'Desativar' },
  on: {
    title: (name) => `Ativar ${name}?`,
    description: 'Volta a entrar com o telefone e a senha que já tinha.',
    confirm: 'Ativar',
  },
  step: {
    title: (name) => `Remover o segundo passo de ${name}?`,
    description: 'Para quem perdeu o aplicativo, as chaves e os códigos: passa a entrar só com a senha, até ligar outro.',
    confirm: 'Remover segundo passo',
  },
  end: {
    title: (name) => `Encerrar acessos de ${name}?`,
    description: 'Sai agora de todos os aparelhos e pode entrar de novo com a senha.',
    confirm: 'Encerrar acessos',
  },
}

/** Dialogs about one user; at most one is open. */
export default function PersonDialogs({ person, layer, onClose, returnTo }: PersonDialogsProps) {
  const act = usePersonAction(person)
  const onOpenChange = (open: boolean) => {
    if (!open) onClose()
  }
  return (
    <>
      <Dialog tall open={layer === 'edit'} onOpenChange={onOpenChange} title="Editar pessoa">
        <PersonForm key={person.id} person={person} onDone={onClose} />
      </Dialog>
      <ResetLinkDialogs person={person} open={layer === 'link'} onOpenChange={onOpenChange} returnTo={returnTo} />
      {(Object.keys(ACTION_TEXTS) as PersonAction[]).map((which) => (
        <AlertDialog
          key={which}
          tall
          open={layer === which}
          onOpenChange={onOpenChange}
          title={ACTION_TEXTS[which].title(person.name)}
          description={ACTION_TEXTS[which].description}
          confirm={ACTION_TEXTS[which].confirm}
          busy={act.isPending}
          returnTo={returnTo}
          onConfirm={() => {
            // The dialog is closed first, because the confirmation of the manager's identity may open next.
            if (which === 'step') onClose()
            act.mutate(which, { onSettled: onClose })
          }}
        />
      ))}
    </>
  )
}
