import { readFileSync, writeFileSync } from 'node:fs'
import { ICONS, iconPath, renderIcon } from './icons/render-icon.ts'

/** Makes the PNG icons anew from their drawings: `npm run icons`. */
for (const icon of ICONS) {
  const png = renderIcon(readFileSync(iconPath(icon.from), 'utf8'), icon)
  writeFileSync(iconPath(icon.to), png)
  console.log(`${icon.to}  ${png.length} bytes`)
}
