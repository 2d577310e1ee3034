import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { root } from '../bootstrap.mjs'

/** The installed app's icons: browsers that install want PNG; a maskable one keeps its drawing in the middle. */
export const ICONS = [
  { from: 'favicon.svg', to: 'icon-192.png', size: 192 },
  { from: 'favicon.svg', to: 'icon-512.png', size: 512 },
  { from: 'app-icon.svg', to: 'icon-maskable-512.png', size: 512 },
  { from: 'app-icon.svg', to: 'apple-touch-icon.png', size: 180 },
] as const

export const iconPath = (name: string): string => join(root, 'apps/panel/public', name)

export const renderIcon = (svg: string, size: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
