import { chooseTheme, usePreferences } from '../../shared/preferences.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Menu, MenuRadioGroup, MenuRadioItem } from '../../shared/ui/menu.tsx'
import { THEMES } from './themes.ts'

export function ThemeMenu() {
  const theme = usePreferences((state) => state.theme)
  const { Icon } = THEMES.find(({ value }) => value === theme) ?? THEMES[1]
  const choose = (value: string) => {
    const chosen = THEMES.find((candidate) => candidate.value === value)
    if (chosen) chooseTheme(chosen.value)
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Tema">
          <Icon aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuRadioGroup label="Tema" value={theme} onValueChange={choose}>
        {THEMES.map(({ value, label, Icon: Of }) => (
          <MenuRadioItem key={value} value={value}>
            <Of aria-hidden="true" />
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}
