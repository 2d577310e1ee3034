import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../lazy-loading/lazy-component.tsx'
import { SearchFieldPlaceholder } from '../search/search-field-placeholder.tsx'
import { LayerPlaceholder } from './layer-placeholder.tsx'
import { mergeHandlers, useLayer } from './use-layer.ts'

const [PopoverLayer, preloadPopoverLayer] = lazyComponent(() => import('./popover-layer.tsx'))

interface PopoverProps {
  trigger: ReactElement
  /** Content of the popover. A function receives a callback that closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Accessible name of the search field at the top of the popover, if there is one. */
  fieldLabel?: string
}

export function Popover({ trigger, children, fieldLabel, ...layerProps }: PopoverProps) {
  const layer = useLayer()
  const handlers = mergeHandlers(trigger, {
    onPointerEnter: preloadPopoverLayer,
    onFocus: preloadPopoverLayer,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => (layer.open ? layer.setOpen(false) : layer.openAt(currentTarget)),
  })
  const close = () => layer.setOpen(false)
  const closeAndRestoreFocus = () => {
    close()
    layer.position?.opener.focus()
  }
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': layer.open, ...handlers } as object)}
      {layer.position && (
        <Suspense
          fallback={
            layer.open && (
              <LayerPlaceholder opener={layer.position.opener} onDismiss={close}>
                {fieldLabel && <SearchFieldPlaceholder label={fieldLabel} onEscape={closeAndRestoreFocus} />}
              </LayerPlaceholder>
            )
          }
        >
          <PopoverLayer open={layer.open} onOpenChange={layer.setOpen} {...layer.position} {...layerProps}>
            {typeof children === 'function' ? children(close) : children}
          </PopoverLayer>
        </Suspense>
      )}
    </>
  )
}
