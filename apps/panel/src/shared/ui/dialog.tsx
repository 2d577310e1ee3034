import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { DIALOG_POPUP, SCRIM } from './layer.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children?: ReactNode
}

/** A short task of its own above the page; Esc, the scrim and the cross leave it. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Popup className={DIALOG_POPUP}>
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
