import { lazyComponent } from '../../shared/ui/lazy-component.tsx'

export const [CommandPalette, preloadCommandPalette] = lazyComponent(() => import('./command-palette.tsx'))
