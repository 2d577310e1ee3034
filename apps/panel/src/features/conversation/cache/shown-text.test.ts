import { expect, it } from 'vitest'
import { companyName, leadName } from './list-text.ts'
import { shown } from './shown-text.ts'

it('shows a name that ends in exe as one, and leaves right-to-left letters alone', () => {
  expect(shown('foto\u202egpj.exe')).toBe('fotogpj.exe')
  expect(shown('\u202b\u202d\u202cمرحبا')).toBe('مرحبا')
  expect(leadName({ lead_name: 'Ana\u202e exe' })).toBe('Ana exe')
  expect(companyName({ lead_empresa: '\u202eSol' })).toBe('Sol')
})
