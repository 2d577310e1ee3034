import { readFileSync } from 'node:fs'
import { act, fireEvent, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { BackgroundGradient, DEFAULT_COLOR_TRIPLETS } from './background-gradient.tsx'

const show = (interactive = false) => {
  const { container } = render(<BackgroundGradient interactive={interactive}>.</BackgroundGradient>)
  return { ground: container.querySelector('.pigments'), spots: [...container.querySelectorAll<HTMLElement>('.pigment')] }
}

describe('BackgroundGradient', () => {
  it('VISUAL-03 has six default colour triplets', () => {
    expect(DEFAULT_COLOR_TRIPLETS).toHaveLength(6)
    expect(show().spots.map(({ style }) => style.getPropertyValue('--pigment'))).toEqual([...DEFAULT_COLOR_TRIPLETS])
  })

  it('VISUAL-04 follows the pointer when asked, and only then', () => {
    const still = show()
    if (still.ground) fireEvent.pointerMove(still.ground, { clientX: 40, clientY: 30 })
    expect(still.spots.some(({ style }) => style.getPropertyValue('translate'))).toBe(false)
    const following = show(true)
    if (following.ground) fireEvent.pointerMove(following.ground, { clientX: 40, clientY: 30 })
    expect(following.spots.filter(({ style }) => style.getPropertyValue('translate'))).toHaveLength(1)
  })

  it('VISUAL-05 rests in a hidden tab and for who asks for less motion', () => {
    const { ground } = show()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(ground?.hasAttribute('data-resting')).toBe(true)
    hidden.mockReturnValue(false)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(ground?.hasAttribute('data-resting')).toBe(false)

    const css = readFileSync(`${import.meta.dirname}/background-gradient.css`, 'utf8')
    expect(css).toMatch(/\[data-resting\] \.pigment \{\s*animation-play-state: paused/)
    expect(css).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.pigment \{\s*animation: none/)
  })
})
