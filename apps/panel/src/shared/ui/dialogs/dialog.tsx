import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { DIALOG_POPUP_CLASS, FULL_SCREEN_ON_PHONES_CLASS, SCRIM_CLASS } from '../layers/layer-classes.ts'
import { useLayerHistoryEntry } from '../layers/use-layer-history-entry.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** Whether the dialog fills the height of the screen on phones. */
  tall?: boolean
  /** Whether the dialog is wide enough for a long text. */
  wide?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  /** Handles the browser's 'Back'. By default, 'Back' closes the dialog, after a confirmation if it contains typed text. */
  onBack?: () => void
  children?: ReactNode
}

/** CSS classes that darken the dialog while a confirmation is open above it. The confirmation has no backdrop of its own. */
const NESTED_SCRIM_CLASS =
  'data-nested-dialog-open:after:fixed data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:bg-scrim'
const UNSAVED_TEXT_WARNING = 'O que você escreveu aqui se perde.'
const FIRST_FIELD_SELECTOR = 'input:not([readonly]), select, textarea'
const TEXT_FIELD_SELECTOR =
  'textarea, input:is([type="text"], [type="email"], [type="tel"], [type="url"], [type="number"], :not([type]))'

/** Tracks whether the user typed in the dialog. `hasUnsavedText` returns whether closing the dialog would discard typed text. */
function useUnsavedText(isOpen: boolean, popup: RefObject<HTMLElement | null>) {
  const wasTyped = useRef(false)
  useEffect(() => {
    wasTyped.current = false
  }, [isOpen])
  return {
    onInput: ({ target }: FormEvent) => {
      if ((target as Element).matches(TEXT_FIELD_SELECTOR)) wasTyped.current = true
    },
    hasUnsavedText: () => {
      const fields = popup.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELD_SELECTOR) ?? []
      return wasTyped.current && [...fields].some(({ value }) => value.trim() !== '')
    },
  }
}

/** Modal dialog for a short task. Focuses the first field; Esc, the backdrop and the close button close it. */
export function Dialog({ open, onOpenChange, title, description, tall, wide, onKeyDown, onBack, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const [isConfirmingClose, setConfirmingClose] = useState(false)
  const { onInput, hasUnsavedText } = useUnsavedText(open, popup)
  useLayerHistoryEntry(open, () => {
    if (onBack) onBack()
    else if (hasUnsavedText()) setConfirmingClose(true)
    else onOpenChange(false)
  })
  const closeAnyway = () => {
    setConfirmingClose(false)
    onOpenChange(false)
  }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM_CLASS} />
        <Base.Popup
          ref={popup}
          // After a touch, no field is focused, because the on-screen keyboard would cover the dialog's text.
          initialFocus={(interactionType) =>
            interactionType === 'touch' || popup.current?.querySelector<HTMLElement>(FIRST_FIELD_SELECTOR) || true
          }
          className={cx(DIALOG_POPUP_CLASS, NESTED_SCRIM_CLASS, tall && FULL_SCREEN_ON_PHONES_CLASS, wide && '!max-w-2xl')}
          onKeyDown={onKeyDown}
          onInput={onInput}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="font-semibold text-title">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Fechar" className="-mt-1 -mr-1">
                  <X aria-hidden="true" />
                </IconButton>
              }
            />
          </div>
          {description && <Base.Description className="mt-1 text-ink-2 text-ui">{description}</Base.Description>}
          <div className="mt-4">{children}</div>
          <UnsavedChangesDialog
            open={isConfirmingClose}
            description={UNSAVED_TEXT_WARNING}
            onStay={() => setConfirmingClose(false)}
            onLeave={closeAnyway}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
