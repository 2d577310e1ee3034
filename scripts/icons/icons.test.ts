import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { APP_ICONS, getIconPath, renderIcon } from './render-icon.ts'

const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

it.each(APP_ICONS)('$to is its drawing, as it is now (else: npm run icons)', (icon) => {
  const file = readFileSync(getIconPath(icon.to))
  const png = file.subarray(file.indexOf('\u0089PNG', 0, 'latin1'))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(sizeOf(png)).toEqual({ width: icon.size, height: icon.size })
  expect(file.equals(renderIcon(readFileSync(getIconPath(icon.from), 'utf8'), icon))).toBe(true)
})

it('the manifest names icons that are there, in the sizes that they have, one of them maskable', () => {
  const manifest = JSON.parse(readFileSync(getIconPath('manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[]
  }
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pngs.map(({ sizes }) => sizes).sort()).toEqual(['192x192', '512x512', '512x512'])
  expect(pngs.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of pngs) {
    const { width, height } = sizeOf(readFileSync(getIconPath(src.slice(1))))
    expect(`${width}x${height}`).toBe(sizes)
  }
})
