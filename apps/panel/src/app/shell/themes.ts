import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { ThemeChoice } from '../../shared/preferences/preferences.ts'

/** The three themes of the theme menu (section 2). */
export const THEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const satisfies readonly { value: ThemeChoice; label: string; Icon: typeof Sun }[]
