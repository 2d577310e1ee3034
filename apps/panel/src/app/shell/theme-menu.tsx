import Contrast from 'lucide-react/icons/contrast'
import { usePreferences } from '../../shared/preferences.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.tsx'
import { Menu } from '../../shared/ui/menu.tsx'

const [ThemeMenuItems, preloadMenuItems] = lazyComponent(() => import('./theme-menu-items.tsx'))

/** One icon for all themes; the icons of the choices are loaded with the menu. */
export function ThemeMenu() {
  const theme = usePreferences((state) => state.theme)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Tema" onPointerEnter={preloadMenuItems} onFocus={preloadMenuItems}>
          <Contrast aria-hidden="true" />
        </IconButton>
      }
    >
      <ThemeMenuItems theme={theme} />
    </Menu>
  )
}
