import { latePart } from '../../shared/ui/late-part.tsx'

export const [Palette, preparePalette] = latePart(() => import('./palette.tsx'))
