import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { root } from '../bootstrap.mjs'

/**
 * Icons of the installed app, as PNG because browsers require PNG for installation. A maskable icon has its drawing in the centre, because
 * phones crop the edges.
 */
export const APP_ICONS = [
  { from: 'favicon.svg', to: 'favicon.ico', size: 32 },
  { from: 'favicon.svg', to: 'icon-192.png', size: 192 },
  { from: 'favicon.svg', to: 'icon-512.png', size: 512 },
  { from: 'app-icon.svg', to: 'icon-maskable-512.png', size: 512 },
  { from: 'app-icon.svg', to: 'apple-touch-icon.png', size: 180 },
] as const

export const getIconPath = (name: string): string => join(root, 'apps/panel/public', name)

/** Wraps a PNG in an ICO file. Browsers request `favicon.ico` when no page names an icon, such as for a PDF. */
const wrapAsIco = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

export const renderIcon = (svg: string, { to, size }: { to: string; size: number }): Buffer => {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
  return to.endsWith('.ico') ? wrapAsIco(png, size) : png
}
