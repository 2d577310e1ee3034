import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../buttons/button.tsx'
import { cx } from '../cx.ts'
import { DIALOG_POPUP_CLASS, FULL_SCREEN_ON_PHONES_CLASS, SCRIM_CLASS } from '../layers/layer-classes.ts'
import { useLayerHistoryEntry } from '../layers/use-layer-history-entry.ts'

interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  confirmLabel: string
  cancelLabel?: string
  busy?: boolean
  /** Whether the dialog fills the height of the screen on phones. */
  tall?: boolean
  /** Whether the confirm button is enabled. */
  canConfirm?: boolean
  children?: ReactNode
  /** Element that gets the focus after the dialog closes. Needed if the button that opened the dialog may be disabled by then. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /**
   * Whether 'Back' in the browser closes the dialog, by a history entry. False if a navigation that waits for the user's answer opened the
   * dialog.
   */
  hasHistoryEntry?: boolean
  onConfirm: () => void
}

/** Dialog that asks for confirmation before an action that cannot be undone. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancelar',
  busy,
  tall,
  canConfirm = true,
  children,
  finalFocus,
  hasHistoryEntry = true,
  onConfirm,
}: AlertDialogProps) {
  useLayerHistoryEntry(open && hasHistoryEntry, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM_CLASS} />
        <Base.Popup
          className={cx(DIALOG_POPUP_CLASS, tall && FULL_SCREEN_ON_PHONES_CLASS)}
          {...(finalFocus && { finalFocus: finalFocus })}
        >
          <Base.Title className="font-semibold text-message">{title}</Base.Title>
          {description && <Base.Description className="mt-1 text-ink-2 text-ui">{description}</Base.Description>}
          {children && <div className="mt-4">{children}</div>}
          <div className={cx('mt-5 flex flex-wrap justify-end gap-2', tall && 'max-sm:mt-auto max-sm:*:flex-1')}>
            <Base.Close render={<Button variant="outline">{cancelLabel}</Button>} />
            <Button variant="danger" busy={busy ?? false} disabled={!canConfirm} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
