import { cloneElement, lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense } from 'react'
import { useLayer, withHandlers } from './layer-state.ts'

const load = () => import('./popover-layer.tsx')
const PopoverLayer = lazy(load)
const prepare = () => void load().catch(() => undefined)

interface PopoverProps {
  trigger: ReactElement
  /** What it holds; a function gets the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
  className?: string
}

export function Popover({ trigger, children, ...look }: PopoverProps) {
  const layer = useLayer()
  const handlers = withHandlers(trigger, {
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => (layer.open ? layer.setOpen(false) : layer.openAt(currentTarget)),
  })
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': layer.open, ...handlers } as object)}
      {layer.place && (
        <Suspense>
          <PopoverLayer open={layer.open} onOpenChange={layer.setOpen} {...layer.place} {...look}>
            {typeof children === 'function' ? children(() => layer.setOpen(false)) : children}
          </PopoverLayer>
        </Suspense>
      )}
    </>
  )
}
