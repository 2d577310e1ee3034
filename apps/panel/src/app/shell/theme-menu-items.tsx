import { setTheme } from '../../shared/preferences/preferences.ts'
import { MenuRadioGroup, MenuRadioItem } from '../../shared/ui/menus/menu-radio.tsx'
import { THEMES } from './themes.ts'

export default function ThemeMenuItems({ theme }: { theme: string }) {
  const choose = (value: string) => {
    const chosenTheme = THEMES.find((candidate) => candidate.value === value)
    if (chosenTheme) setTheme(chosenTheme.value)
  }
  return (
    <MenuRadioGroup label="Tema" value={theme} onValueChange={choose}>
      {THEMES.map(({ value, label, Icon }) => (
        <MenuRadioItem key={value} value={value}>
          <Icon aria-hidden="true" />
          {label}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  )
}
