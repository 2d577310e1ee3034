import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Logo, LogoMark } from './logo.tsx'

const PUBLIC = join(import.meta.dirname, '../../../../public')

it('VISUAL-06 the logo is a drawing: the mark alone, the mark with the name, and the icons of the browser and the phone', () => {
  expect(render(<LogoMark />).container.querySelectorAll('svg > *').length).toBeGreaterThan(1)
  const { container } = render(<Logo />)
  expect(container.textContent).toBe('prosa')
  expect(container.querySelectorAll('svg path').length).toBeGreaterThan(0)
  for (const icon of ['favicon.svg', 'app-icon.svg']) {
    const drawing = new DOMParser().parseFromString(readFileSync(join(PUBLIC, icon), 'utf8'), 'image/svg+xml')
    expect(drawing.documentElement.nodeName, icon).toBe('svg')
    expect(drawing.querySelectorAll('path, rect').length, icon).toBeGreaterThan(1)
  }
})
