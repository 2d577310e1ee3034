import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../lib/cx.ts'
import { IconButton } from './icon-button.tsx'
import { DIALOG_POPUP, SCRIM, TALL_ON_PHONES } from './layer.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** Has the whole height of a phone. */
  tall?: boolean
  /** Has room for a long text. */
  wide?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children?: ReactNode
}

/** A question above it has no scrim of its own. */
const BEHIND = 'data-nested-dialog-open:after:fixed data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:bg-scrim'
const FIRST_FIELD = 'input:not([readonly]), select, textarea'

/** A short task of its own above the page, begun in its first field; Esc, the scrim and the cross leave it. */
export function Dialog({ open, onOpenChange, title, description, tall, wide, onKeyDown, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Popup
          ref={popup}
          // A finger would call up the keyboard over what the dialog says.
          initialFocus={(by) => by === 'touch' || popup.current?.querySelector<HTMLElement>(FIRST_FIELD) || true}
          className={cx(DIALOG_POPUP, BEHIND, tall && TALL_ON_PHONES, wide && '!max-w-2xl')}
          onKeyDown={onKeyDown}
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
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
