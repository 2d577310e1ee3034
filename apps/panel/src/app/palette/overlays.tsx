import { lazy, Suspense, useEffect, useState } from 'react'
import { useShortcuts } from '../../shared/use-shortcuts.ts'
import { closeOverlay, openOverlay, useOverlay } from './overlay.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(loadPalette)
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))

/** The palette and the list of shortcuts, each fetched when somebody may want it. */
export function Overlays() {
  const open = useOverlay((state) => state.open)
  // Stays mounted after its first opening, to leave as gently as it came.
  const [wasOpened, setOpened] = useState({ palette: false, shortcuts: false })
  if (open && !wasOpened[open]) setOpened({ ...wasOpened, [open]: true })
  useShortcuts({ palette: () => openOverlay('palette'), help: () => openOverlay('shortcuts') })
  useEffect(() => {
    // Whoever uses a keyboard has the palette's code before its key, so that what is typed next finds its field.
    const prepare = () => void loadPalette().catch(() => undefined)
    document.addEventListener('keydown', prepare, { once: true })
    return () => document.removeEventListener('keydown', prepare)
  }, [])
  // The next person does not find it open.
  useEffect(() => closeOverlay, [])
  const onOpenChange = (next: boolean) => !next && closeOverlay()
  return (
    <Suspense>
      {wasOpened.palette && <Palette open={open === 'palette'} onOpenChange={onOpenChange} />}
      {wasOpened.shortcuts && <ShortcutsDialog open={open === 'shortcuts'} onOpenChange={onOpenChange} />}
    </Suspense>
  )
}
