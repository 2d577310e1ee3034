import { type ThemeChoice, usePreferences } from './preferences.ts'

const getLightSchemeQuery = () => matchMedia('(prefers-color-scheme: light)')

/** Returns the theme to show for a choice. For 'system', returns the current theme of the operating system. */
const resolveTheme = (choice: ThemeChoice): 'light' | 'dark' =>
  choice === 'system' ? (getLightSchemeQuery().matches ? 'light' : 'dark') : choice

function applyTheme(): void {
  const root = document.documentElement
  root.dataset.theme = resolveTheme(usePreferences.getState().theme)
  const background = getComputedStyle(root).getPropertyValue('--bg')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
}

/** Applies the chosen theme, and follows the system's theme while the choice is 'system'. Returns a function that stops both. */
export function startThemeSync(): () => void {
  const system = getLightSchemeQuery()
  system.addEventListener('change', applyTheme)
  const unsubscribe = usePreferences.subscribe(applyTheme)
  applyTheme()
  return () => {
    system.removeEventListener('change', applyTheme)
    unsubscribe()
  }
}
