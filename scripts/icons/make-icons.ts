import { readFileSync, writeFileSync } from 'node:fs'
import { APP_ICONS, getIconPath, renderIcon } from './render-icon.ts'

/** `npm run icons`: renders the PNG icons from their SVG files. */
for (const icon of APP_ICONS) {
  const png = renderIcon(readFileSync(getIconPath(icon.from), 'utf8'), icon)
  writeFileSync(getIconPath(icon.to), png)
  console.log(`${icon.to}  ${png.length} bytes`)
}
