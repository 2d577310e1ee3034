import { lazyComponent } from '../../shared/ui/late-part.tsx'

export const [CommandPalette, preloadCommandPalette] = lazyComponent(() => import('./palette.tsx'))
