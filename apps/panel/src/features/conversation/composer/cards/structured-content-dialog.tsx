import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import type { UnsentStructuredContent } from '../../outbox/outbox.ts'
import { ChoicesForm, type ChoicesKind } from './choices-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { LocationForm } from './location-form.tsx'

export type StructuredContentKind = 'location' | 'contact' | ChoicesKind

const DIALOG_TITLES: Readonly<Record<StructuredContentKind, string>> = {
  location: 'Enviar localização',
  contact: 'Enviar contato',
  buttons: 'Enviar botões',
  list: 'Enviar lista',
}

interface StructuredContentDialogProps {
  what: StructuredContentKind
  onSend: (card: UnsentStructuredContent) => void
  onClose: () => void
}

/** Dialog to send a location, a contact, or a question with choices. */
export default function StructuredContentDialog({ what, onSend, onClose }: StructuredContentDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={DIALOG_TITLES[what]}>
      {what === 'location' && <LocationForm onSend={(location) => onSend({ location })} />}
      {what === 'contact' && <ContactForm onSend={(contact) => onSend({ contact })} />}
      {(what === 'buttons' || what === 'list') && (
        <ChoicesForm kind={what} onSend={(choices, question) => onSend({ choices, question })} />
      )}
    </Dialog>
  )
}
