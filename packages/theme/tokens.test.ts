import { readFileSync } from 'node:fs'
import Color from 'colorjs.io'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Returns the custom properties of the first block with this theme's selector, which apply without increased contrast. */
const parseThemeTokens = (theme: 'light' | 'dark'): Map<string, string> => {
  const start = css.indexOf(`[data-theme="${theme}"] {`)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const computeContrast = (tokens: Map<string, string>, a: string, b: string): number => {
  const [one, other] = [tokens.get(a), tokens.get(b)]
  if (!one || !other) throw new Error(`No token ${one ? b : a}`)
  return new Color(one).contrast(other, 'WCAG21')
}

const backgrounds = ['bg', 'surface', 'sunken', 'bubble-ai', 'bubble-manual']
const textPairs = [
  ...backgrounds.flatMap((ground) => ['ink', 'ink-2', 'ink-3'].map((text) => [text, ground] as const)),
  ...['ink', 'ink-2'].flatMap((text) => ['urucum-ground', 'roma-ground', 'avatar'].map((ground) => [text, ground] as const)),
  ...['primary', 'urucum', 'roma', 'mate', 'ipe'].flatMap((text) =>
    ['bg', 'surface', 'sunken'].map((ground) => [text, ground] as const),
  ),
  ['on-primary', 'primary'],
  ['bg', 'urucum'],
  ['urucum', 'urucum-ground'],
  ['roma', 'roma-ground'],
] as const
const controlPairs = ['control', 'focus', 'primary', 'urucum', 'roma'].flatMap((mark) =>
  ['bg', 'surface', 'sunken'].map((ground) => [mark, ground] as const),
)

describe.each(['light', 'dark'] as const)('contrast of the %s theme', (theme) => {
  const tokens = parseThemeTokens(theme)

  it.each(textPairs)('%s reads on %s', (text, ground) => {
    expect(computeContrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(controlPairs)('%s is seen on %s', (mark, ground) => {
    expect(computeContrast(tokens, mark, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('both themes name the same tokens', () => {
  expect([...parseThemeTokens('light').keys()]).toEqual([...parseThemeTokens('dark').keys()])
})
