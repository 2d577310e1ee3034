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
  kind: StructuredContentKind
  onSend: (content: UnsentStructuredContent) => void
  onClose: () => void
}

/** Dialog to send a location, a contact, or a question with choices. */
export default function StructuredContentDialog({ kind, onSend, onClose }: StructuredContentDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={DIALOG_TITLES[kind]}>
      {kind === 'location' && <LocationForm onSend={(location) => onSend({ location })} />}
      {kind === 'contact' && <ContactForm onSend={(contact) => onSend({ contact })} />}
      {(kind === 'buttons' || kind === 'list') && (
        <ChoicesForm kind={kind} onSend={(choices, question) => onSend({ choices, question })} />
      )}
    </Dialog>
  )
}
