import Contrast from 'lucide-react/icons/contrast'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { usePreferences } from '../../shared/preferences/preferences.ts'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { Menu } from '../../shared/ui/menus/menu.tsx'

const [ThemeMenuItems, preloadMenuItems] = lazyComponent(() => import('./theme-menu-items.tsx'))

/** Menu of the themes. Its button has the same icon for all themes, because the theme icons are loaded with the menu. */
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
