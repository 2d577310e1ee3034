import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { IconButton } from './icon-button.tsx'
import { LAYER } from './layer.ts'

export const SCRIM =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-(--time-in) data-ending-style:opacity-0 data-starting-style:opacity-0'
export const DIALOG_POPUP = cx(LAYER, 'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-h-[76dvh] max-w-md overflow-y-auto p-5')

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children?: ReactNode
}

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
                <IconButton label="Fechar">
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
