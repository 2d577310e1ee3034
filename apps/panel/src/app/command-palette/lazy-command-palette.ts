import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'

export const [CommandPalette, preloadCommandPalette] = lazyComponent(() => import('./command-palette.tsx'))
