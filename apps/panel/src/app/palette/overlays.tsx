import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { closeOverlay, openOverlay, PALETTE_FIELD, useOverlay } from '../../shared/overlay.ts'
import { EarlyField } from '../../shared/ui/early-field.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { NotYetOpen } from '../../shared/ui/not-yet-open.tsx'
import { useShortcuts } from '../../shared/use-shortcuts.ts'
import { Palette, preparePalette } from './late-palette.ts'

const [ShortcutsDialog] = latePart(() => import('./shortcuts-dialog.tsx'))

/** Classes that place the early field where the palette's field will be. */
const EARLY =
  'fixed inset-x-4 top-[12dvh] z-50 mx-auto h-12 w-[calc(100%-2rem)] max-w-xl rounded-card border border-line bg-surface px-4 text-message shadow-float'

/** Command palette and shortcut list, each loaded when it may be needed. */
export function Overlays() {
  const { open, from, text } = useOverlay()
  // Stays mounted after its first opening, so that closing can be animated.
  const [wasOpened, setOpened] = useState<{ palette?: true; shortcuts?: true }>({})
  if (open && !wasOpened[open]) setOpened({ ...wasOpened, [open]: true })
  useShortcuts({ palette: () => openOverlay('palette'), help: () => openOverlay('shortcuts') })
  useEffect(() => {
    // Preloads the palette when its modifier key is pressed; typing a message does not load it.
    const prepare = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) preparePalette()
    }
    document.addEventListener('keydown', prepare)
    return () => document.removeEventListener('keydown', prepare)
  }, [])
  // Closes the overlay on navigation and sign-out.
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => closeOverlay, [pathname])
  const onOpenChange = (next: boolean) => next || closeOverlay()
  const leave = () => {
    closeOverlay()
    if (from instanceof HTMLElement) from.focus()
  }
  return (
    <>
      {wasOpened.palette && (
        <Suspense fallback={open === 'palette' && <EarlyField label={PALETTE_FIELD} className={EARLY} onEscape={leave} />}>
          <Palette open={open === 'palette'} from={from} text={text} onOpenChange={onOpenChange} />
        </Suspense>
      )}
      <Suspense fallback={open === 'shortcuts' && <NotYetOpen onLeave={closeOverlay} />}>
        {wasOpened.shortcuts && <ShortcutsDialog open={open === 'shortcuts'} onOpenChange={onOpenChange} />}
      </Suspense>
    </>
  )
}
