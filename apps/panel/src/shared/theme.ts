import { type ThemeChoice, usePreferences } from './preferences.ts'

const lightSystem = () => matchMedia('(prefers-color-scheme: light)')

/** Returns the theme that a choice means on this machine now. */
const themeShown = (choice: ThemeChoice): 'light' | 'dark' =>
  choice === 'system' ? (lightSystem().matches ? 'light' : 'dark') : choice

function paint(): void {
  const root = document.documentElement
  root.dataset.theme = themeShown(usePreferences.getState().theme)
  const ground = getComputedStyle(root).getPropertyValue('--bg')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
}

/** Applies the chosen theme, and follows the system's while the choice is 'system'. Returns a function that stops it. */
export function followTheme(): () => void {
  const system = lightSystem()
  system.addEventListener('change', paint)
  const unsubscribe = usePreferences.subscribe(paint)
  paint()
  return () => {
    system.removeEventListener('change', paint)
    unsubscribe()
  }
}
