import { usePreferences } from '../../shared/preferences.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Menu } from '../../shared/ui/menu.tsx'
import { THEMES } from './themes.ts'

const [ThemeMenuItems, prepare] = latePart(() => import('./theme-menu-items.tsx'))

export function ThemeMenu() {
  const theme = usePreferences((state) => state.theme)
  const { Icon } = THEMES.find(({ value }) => value === theme) ?? THEMES[1]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Tema" onPointerEnter={prepare} onFocus={prepare}>
          <Icon aria-hidden="true" />
        </IconButton>
      }
    >
      <ThemeMenuItems theme={theme} />
    </Menu>
  )
}
