import { Dialog } from '../../../../shared/ui/dialog.tsx'
import type { UnsentCard } from '../../cache/outbox.ts'
import { ChoicesForm, type ChoicesKind } from './choices-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { PlaceForm } from './place-form.tsx'

export type CardKind = 'location' | 'contact' | ChoicesKind

const TITLES: Readonly<Record<CardKind, string>> = {
  location: 'Enviar localização',
  contact: 'Enviar contato',
  buttons: 'Enviar botões',
  list: 'Enviar lista',
}

interface CardDialogProps {
  what: CardKind
  onSend: (card: UnsentCard) => void
  onClose: () => void
}

/** Dialog to send a location, a contact, or a question with choices. */
export default function CardDialog({ what, onSend, onClose }: CardDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={TITLES[what]}>
      {what === 'location' && <PlaceForm onSend={(location) => onSend({ location })} />}
      {what === 'contact' && <ContactForm onSend={(contact) => onSend({ contact })} />}
      {(what === 'buttons' || what === 'list') && (
        <ChoicesForm kind={what} onSend={(choices, question) => onSend({ choices, question })} />
      )}
    </Dialog>
  )
}
