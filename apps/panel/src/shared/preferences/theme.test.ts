import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setTheme } from './preferences.ts'
import { startThemeSync } from './theme.ts'

const shown = () => document.documentElement.dataset.theme

function systemIs(light: boolean) {
  const listeners = new Set<() => void>()
  const query = {
    matches: light,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => query)
  return (now: boolean) => {
    query.matches = now
    for (const listener of listeners) listener()
  }
}

let stop = () => {}
afterEach(() => stop())

describe('the theme', () => {
  it('THEME-01 THEME-03 is dark at first, then as chosen; System follows the machine', () => {
    const change = systemIs(true)
    stop = startThemeSync()
    expect(shown()).toBe('dark')
    setTheme('light')
    expect(shown()).toBe('light')
    setTheme('system')
    expect(shown()).toBe('light')
    change(false)
    expect(shown()).toBe('dark')
    setTheme('light')
    change(false)
    expect(shown()).toBe('light')
  })

  it.each([
    [null, 'dark'],
    ['light', 'light'],
    ['system', 'light'],
  ])('THEME-02 the page is already in it before the panel runs (%s)', (theme, expected) => {
    systemIs(true)
    if (theme) setTheme(theme as 'light' | 'system')
    const boot = readFileSync(`${import.meta.dirname}/../../../public/boot.js`, 'utf8')
    delete document.documentElement.dataset.theme
    // oxlint-disable-next-line no-eval -- a page runs this file as a script of its own, before any module is there
    window.eval(boot)
    expect(shown()).toBe(expected)
  })
})
