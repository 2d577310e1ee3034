import { expect, it } from 'vitest'
import { formatRowNames, formatUnreadBadge } from './conversation-names.ts'

const name = 'Maria Aparecida dos Santos'
const company = 'Construtora Horizonte Azul'

it('LIST-24 truncates name and company to 13 characters each when both show', () => {
  expect(formatRowNames({ lead_name: name, lead_empresa: company })).toEqual({
    name: 'Maria Apareci…',
    company: 'Construtora H…',
  })
  expect(formatRowNames({ lead_name: '1234567890123', lead_empresa: '1234567890123' })).toEqual({
    name: '1234567890123',
    company: '1234567890123',
  })
})

it('LIST-25 truncates to 17 characters when only one shows', () => {
  expect(formatRowNames({ lead_name: name })).toEqual({ name: 'Maria Aparecida d…', company: '' })
  expect(formatRowNames({ lead_name: null, name: null, lead_empresa: company })).toEqual({
    name: '',
    company: 'Construtora Horiz…',
  })
  expect(formatRowNames({ lead_name: '12345678901234567' }).name).toBe('12345678901234567')
})

it('LIST-24 never cuts a character in half', () => {
  expect(formatRowNames({ lead_name: 'Família 👨‍👩‍👧 Souza Lima', lead_empresa: 'x' }).name).toBe('Família 👨‍👩‍👧 Sou…')
})

it('leaves no space before the ellipsis', () => {
  expect(formatRowNames({ lead_name: 'Maria Teresa de Almeida', lead_empresa: 'x' }).name).toBe('Maria Teresa…')
})

it('LIST-17 takes the name from either field', () => {
  expect(formatRowNames({ lead_name: '  ', name: 'Rute' }).name).toBe('Rute')
})

it("LIST-22 LIST-23 shows no badge at zero, the number to 99, '99+' above", () => {
  expect([undefined, null, 0, 1, 99, 100].map(formatUnreadBadge)).toEqual(['', '', '', '1', '99', '99+'])
})
