import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useShortcuts } from '../../shared/shortcuts/use-shortcuts.ts'
import { LayerPlaceholder } from '../../shared/ui/layers/layer-placeholder.tsx'
import { closeOverlay, openOverlay, PALETTE_FIELD_LABEL, useOverlay } from '../../shared/ui/layers/overlay.ts'
import { SearchFieldPlaceholder } from '../../shared/ui/search/search-field-placeholder.tsx'
import { CommandPalette, preloadCommandPalette } from './lazy-command-palette.ts'

const [ShortcutsDialog] = lazyComponent(() => import('./shortcuts-dialog.tsx'))

/** CSS classes that place the placeholder field at the position of the palette's search field. */
const PLACEHOLDER_FIELD_CLASS =
  'fixed inset-x-4 top-[12dvh] z-50 mx-auto h-12 w-[calc(100%-2rem)] max-w-xl rounded-card border border-line bg-surface px-4 text-message shadow-float'

/** Command palette and list of shortcuts. Their code is loaded when it may be needed. */
export function GlobalOverlays() {
  const { open, opener, text } = useOverlay()
  // Overlays stay mounted after their first opening, so that their closing can be animated.
  const [wasOpened, setOpened] = useState<{ palette?: true; shortcuts?: true }>({})
  if (open && !wasOpened[open]) setOpened({ ...wasOpened, [open]: true })
  useShortcuts({ palette: () => openOverlay('palette'), help: () => openOverlay('shortcuts') })
  useEffect(() => {
    // Preloads the palette when Ctrl or ⌘ is pressed. Typing a message does not load the palette.
    const preloadOnModifier = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) preloadCommandPalette()
    }
    document.addEventListener('keydown', preloadOnModifier)
    return () => document.removeEventListener('keydown', preloadOnModifier)
  }, [])
  // Closes the overlay on navigation and sign-out.
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => closeOverlay, [pathname])
  const onOpenChange = (next: boolean) => next || closeOverlay()
  const closeAndRestoreFocus = () => {
    closeOverlay()
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <>
      {wasOpened.palette && (
        <Suspense
          fallback={
            open === 'palette' && (
              <SearchFieldPlaceholder
                label={PALETTE_FIELD_LABEL}
                className={PLACEHOLDER_FIELD_CLASS}
                onEscape={closeAndRestoreFocus}
              />
            )
          }
        >
          <CommandPalette open={open === 'palette'} opener={opener} text={text} onOpenChange={onOpenChange} />
        </Suspense>
      )}
      <Suspense fallback={open === 'shortcuts' && <LayerPlaceholder onDismiss={closeOverlay} />}>
        {wasOpened.shortcuts && <ShortcutsDialog open={open === 'shortcuts'} onOpenChange={onOpenChange} />}
      </Suspense>
    </>
  )
}
