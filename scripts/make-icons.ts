import { readFileSync, writeFileSync } from 'node:fs'
import { ICONS, iconPath, renderIcon } from './icons/render-icon.ts'

/** `npm run icons`: renders the PNG icons from their SVG files. */
for (const icon of ICONS) {
  const png = renderIcon(readFileSync(iconPath(icon.from), 'utf8'), icon)
  writeFileSync(iconPath(icon.to), png)
  console.log(`${icon.to}  ${png.length} bytes`)
}
