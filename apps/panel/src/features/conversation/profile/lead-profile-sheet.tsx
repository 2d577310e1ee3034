import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { SCRIM_CLASS } from '../../../shared/ui/layers/layer-classes.ts'
import { useLayerHistoryEntry } from '../../../shared/ui/layers/use-layer-history-entry.ts'
import { LeadDetails } from './lead-profile.tsx'

const SHEET_CLASSES =
  'fixed inset-y-0 right-0 z-50 w-80 max-w-[calc(100vw-2.5rem)] overflow-y-auto border-line border-l bg-bg px-5 py-4 text-ink shadow-float outline-none transition-[opacity,translate] duration-(--time-in) data-ending-style:opacity-0 data-ending-style:duration-(--time-out) data-starting-style:translate-x-1 data-starting-style:opacity-0'

interface LeadProfileSheetProps {
  conversation: Conversation
  lead: Lead
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Profile of the lead, shown over the page if there is no room beside the conversation. */
export function LeadProfileSheet({ conversation, lead, open, onOpenChange }: LeadProfileSheetProps) {
  useLayerHistoryEntry(open, () => onOpenChange(false))
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className={SCRIM_CLASS} />
          <Dialog.Popup className={SHEET_CLASSES}>
            <div className="mb-3 flex items-center justify-between">
              <Dialog.Title className="font-semibold text-ink-3 text-ui">Perfil do lead</Dialog.Title>
              <Dialog.Close
                render={
                  <IconButton label="Fechar perfil" className="-mr-1.5">
                    <X aria-hidden="true" />
                  </IconButton>
                }
              />
            </div>
            <LeadDetails conversation={conversation} lead={lead} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
