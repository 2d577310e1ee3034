import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense } from 'react'
import { EarlyField } from './early-field.tsx'
import { latePart } from './late-part.tsx'
import { useLayer, withHandlers } from './layer-state.ts'
import { NotYetOpen } from './not-yet-open.tsx'

const [PopoverLayer, prepare] = latePart(() => import('./popover-layer.tsx'))

interface PopoverProps {
  trigger: ReactElement
  /** Content; a function receives a callback that closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Accessible name of the search field at the top, if there is one. */
  field?: string
}

export function Popover({ trigger, children, field, ...look }: PopoverProps) {
  const layer = useLayer()
  const handlers = withHandlers(trigger, {
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => (layer.open ? layer.setOpen(false) : layer.openAt(currentTarget)),
  })
  const close = () => layer.setOpen(false)
  const leave = () => {
    close()
    layer.place?.opener.focus()
  }
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': layer.open, ...handlers } as object)}
      {layer.place && (
        <Suspense
          fallback={
            layer.open && (
              <NotYetOpen opener={layer.place.opener} onLeave={close}>
                {field && <EarlyField label={field} onEscape={leave} />}
              </NotYetOpen>
            )
          }
        >
          <PopoverLayer open={layer.open} onOpenChange={layer.setOpen} {...layer.place} {...look}>
            {typeof children === 'function' ? children(close) : children}
          </PopoverLayer>
        </Suspense>
      )}
    </>
  )
}
