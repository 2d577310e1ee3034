import { type ThemeChoice, usePreferences } from './preferences.ts'

const lightSystem = () => matchMedia('(prefers-color-scheme: light)')

/** What a choice looks like on this machine now. */
const themeShown = (choice: ThemeChoice): 'light' | 'dark' =>
  choice === 'system' ? (lightSystem().matches ? 'light' : 'dark') : choice

function paint(): void {
  const root = document.documentElement
  root.dataset.theme = themeShown(usePreferences.getState().theme)
  const ground = getComputedStyle(root).getPropertyValue('--bg')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
}

/** Keeps the page in the chosen theme, and in the system's while the choice is 'system'; answers how to stop. */
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
