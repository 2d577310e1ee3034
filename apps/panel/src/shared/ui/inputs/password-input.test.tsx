import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { PasswordInput } from './password-input.tsx'

function Held({
  start = '',
  ...rest
}: {
  start?: string
  error?: string
  description?: string
  required?: boolean
  disabled?: boolean
}) {
  const [value, setValue] = useState(start)
  return <PasswordInput {...rest} value={value} onChange={setValue} />
}
const input = () => screen.getByPlaceholderText<HTMLInputElement>('Senha')

describe('PasswordInput', () => {
  it('PWD-01 counts above 50 characters only', async () => {
    render(<Held start={'a'.repeat(50)} />)
    expect(screen.queryByText(/characters/)).toBeNull()
    await userEvent.type(input(), 'b')
    expect(screen.getByText('51/128 characters')).toBeTruthy()
  })

  it('PWD-02 takes more than 128 characters', async () => {
    render(<Held start={'a'.repeat(128)} />)
    await userEvent.type(input(), 'bc')
    expect(input().value).toHaveLength(130)
    expect(screen.getByText('130/128 characters')).toBeTruthy()
  })

  it('PWD-03 shows an error with border, icon and text, and says it to a screen reader', () => {
    const { container } = render(<Held error="A senha é obrigatória." />)
    expect(input().className).toContain('border-roma')
    expect(container.querySelectorAll('svg.text-roma, p.text-roma svg').length).toBeGreaterThan(0)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    const described = input().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('A senha é obrigatória.')
  })

  it('PWD-04 has a description, an asterisk and a disabled state when asked', () => {
    const { rerender } = render(<Held />)
    expect(screen.queryByText('*')).toBeNull()
    rerender(<Held description="Só você sabe." required disabled />)
    expect(screen.getByText('Só você sabe.')).toBeTruthy()
    expect(screen.getByText('*')).toBeTruthy()
    expect(input().disabled).toBe(true)
  })

  it("PWD-05 PWD-06 is 'Senha', hidden, and shown by its toggle", async () => {
    render(<Held start="segredo" />)
    expect(input().type).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input().type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input().type).toBe('password')
  })
})
